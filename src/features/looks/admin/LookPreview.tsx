import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { useWidth } from '#ui/admin/useWidth.ts'
import {
  PREVIEW_LOOK_FAILURE,
  PREVIEW_PAGES,
  type PreviewPage,
  previewLookQuery,
} from '../looks.functions.ts'
import { type Look, lookForm } from '../rules/look.ts'
import type { LookDraft } from './useLookDraft.ts'

const PAGE_NAMES: Record<PreviewPage, string> = { home: 'Home page', article: 'Article', section: 'Section' }
/** CSS pixels. */
const WIDTHS = { Phone: 375, Desktop: 1280 }
const HEIGHTS = { Phone: 1_000, Desktop: 2_000 }
const SCHEMES = { Light: 'light', Dark: 'dark' } as const
/** The gap between the frames, in CSS pixels. */
const GAP = 16
/** CSS pixels. With less room, one frame is below the other. */
const MIN_SIDE_BY_SIDE = 720

/** The pages of the site with the draft, beside the same pages as readers see them. */
export function LookPreview({ draft: { look } }: { draft: LookDraft }) {
  const [page, setPage] = useState<PreviewPage>('home')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('Desktop')
  const [scheme, setScheme] = useState<keyof typeof SCHEMES>('Light')
  const container = useRef<HTMLDivElement>(null)
  const available = useWidth(container)
  const json = useDebounced(validJson(look), 300)
  const draft: Look | undefined = json && JSON.parse(json)
  const isSideBySide = available >= MIN_SIDE_BY_SIDE
  const room = isSideBySide ? (available - GAP) / 2 : available
  const frame = { page, scheme: SCHEMES[scheme], width: WIDTHS[width], height: HEIGHTS[width], room }
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-16 xl:self-start">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Choices
          label="Page"
          choices={PREVIEW_PAGES.map((name) => ({ name, label: PAGE_NAMES[name] }))}
          current={page}
          onChange={setPage}
        />
        <Choices label="Width" choices={namesOf(WIDTHS)} current={width} onChange={setWidth} />
        <Choices label="Colours" choices={namesOf(SCHEMES)} current={scheme} onChange={setScheme} />
      </div>
      <div ref={container} className={`flex gap-4 ${isSideBySide ? '' : 'flex-col'}`}>
        {available > 0 && (
          <>
            <PreviewFrame title="Draft" look={draft ?? null} {...frame} />
            <PreviewFrame title="Readers see" look={null} {...frame} />
          </>
        )}
      </div>
    </section>
  )
}

function validJson(look: Look): string | undefined {
  const parsed = lookForm.safeParse(look)
  return parsed.success ? JSON.stringify(parsed.data) : undefined
}

function namesOf<Name extends string>(record: Record<Name, unknown>): { name: Name; label: string }[] {
  return (Object.keys(record) as Name[]).map((name) => ({ name, label: name }))
}

type ChoicesProps<Name> = {
  label: string
  choices: readonly { name: Name; label: string }[]
  current: Name
  onChange: (name: Name) => void
}

function Choices<Name extends string>({ label, choices, current, onChange }: ChoicesProps<Name>) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.name}
          type="button"
          aria-pressed={choice.name === current}
          onClick={() => onChange(choice.name)}
          className="admin-button aria-pressed:border-ink aria-pressed:bg-wash"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

type FrameProps = {
  title: string
  /** Null for the published one. */
  look: Look | null
  page: PreviewPage
  scheme: 'light' | 'dark'
  /** CSS pixels: the page is laid out at this size, and then scaled to `room`. */
  width: number
  height: number
  room: number
}

function PreviewFrame({ title, look, page, scheme, width, height, room }: FrameProps) {
  const query = useQuery({ ...previewLookQuery(page, look), placeholderData: keepPreviousData })
  const scale = Math.min(1, room / width)
  const html = useMemo(() => query.data && toPreview(query.data, scheme), [query.data, scheme])
  return (
    <figure className="min-w-0" style={{ width: width * scale }}>
      <figcaption className="pb-1 text-13 font-semibold">{title}</figcaption>
      <LoadError query={query} text={PREVIEW_LOOK_FAILURE} />
      <div
        className="relative overflow-hidden border border-rule bg-paper"
        style={{ height: height * scale }}
      >
        {html && (
          <iframe
            title={`${title}: preview`}
            sandbox="allow-same-origin"
            srcDoc={html}
            onLoad={({ currentTarget }) => keepPage(currentTarget)}
            className="absolute start-0 top-0 origin-top-left border-0 rtl:origin-top-right"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        )}
      </div>
    </figure>
  )
}

/** @returns the page without scripts, in the colours that readers can choose in the menu “Display” */
function toPreview(html: string, scheme: 'light' | 'dark'): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(
    'script, noscript, link[rel="modulepreload"], link[rel="manifest"]',
  ))
    element.remove()
  page.documentElement.dataset.theme = scheme
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** Links and forms would leave the preview. */
function keepPage({ contentDocument: page }: HTMLIFrameElement): void {
  for (const type of ['click', 'submit'])
    page?.addEventListener(type, (event) => event.preventDefault(), true)
}
