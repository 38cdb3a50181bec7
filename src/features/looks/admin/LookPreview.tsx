import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { useWidth } from '#ui/admin/useWidth.ts'
import { type PreviewPage, previewLookFailure, previewLookQuery } from '../looks.functions.ts'
import type { Look } from '../rules/look.ts'
import type { LookDraft } from './useLookDraft.ts'

const pageNames = (): Record<PreviewPage, string> => ({
  home: phrase('Home page'),
  article: phrase('Article'),
  section: phrase('Section'),
})
/** CSS pixels. */
const SIZES = { phone: { width: 375, height: 1_000 }, desktop: { width: 1280, height: 2_000 } }
const widthNames = () => ({ phone: phrase('Phone'), desktop: phrase('Desktop') })
const schemeNames = () => ({ light: phrase('Light'), dark: phrase('Dark') })
/** The gap between the frames, in CSS pixels. */
const GAP = 16
/** CSS pixels. With less room, one frame is below the other. */
const MIN_SIDE_BY_SIDE = 720

/** The pages of the site with the draft, beside the same pages as readers see them. */
export function LookPreview({ draft: { valid } }: { draft: LookDraft }) {
  const [page, setPage] = useState<PreviewPage>('home')
  const [width, setWidth] = useState<keyof typeof SIZES>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const container = useRef<HTMLDivElement>(null)
  const available = useWidth(container)
  const json = useDebounced(valid, 300)
  const draft: Look | undefined = json && JSON.parse(json)
  const isSideBySide = available >= MIN_SIDE_BY_SIDE
  const room = isSideBySide ? (available - GAP) / 2 : available
  const frame = { page, scheme, ...SIZES[width], room }
  return (
    <section
      aria-label={phrase('Preview')}
      className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-16 xl:self-start"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Choices label={phrase('Page')} names={pageNames()} current={page} onChange={setPage} />
        <Choices label={phrase('Width')} names={widthNames()} current={width} onChange={setWidth} />
        <Choices label={phrase('Colours')} names={schemeNames()} current={scheme} onChange={setScheme} />
      </div>
      <div ref={container} className={`flex gap-4 ${isSideBySide ? '' : 'flex-col'}`}>
        {available > 0 && (
          <>
            <PreviewFrame title={phrase('Draft')} look={draft ?? null} {...frame} />
            <PreviewFrame title={phrase('Readers see')} look={null} {...frame} />
          </>
        )}
      </div>
    </section>
  )
}

type ChoicesProps<Name extends string> = {
  label: string
  names: Record<Name, string>
  current: Name
  onChange: (name: Name) => void
}

function Choices<Name extends string>({ label, names, current, onChange }: ChoicesProps<Name>) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(names) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === current}
          onClick={() => onChange(name)}
          className="admin-button aria-pressed:border-ink aria-pressed:bg-wash"
        >
          {names[name]}
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
      <LoadError query={query} text={previewLookFailure()} />
      <div
        className="relative overflow-hidden border border-rule bg-paper"
        style={{ height: height * scale }}
      >
        {html && (
          <iframe
            title={phrase('{title}: preview', { title })}
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
