import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { Button } from '#ui/admin/Button.tsx'
import { guardFileDrops } from '#ui/admin/guard-file-drops.ts'
import styles from '#ui/styles.css?url'
import { previewArticleFn } from '../publishing.functions.ts'

const RENDER_DELAY_MS = 400
const RETRY_DELAY_MS = 10_000

const PLACEHOLDER = '/placeholder.svg'

/** Only the body is replaced, to keep the scroll position. */
const PAGE = `<!doctype html><html lang="en-GB"><head><link rel="stylesheet" href="${styles}"><base target="_blank"></head><body class="pb-6"></body></html>`

type Props = {
  title: string
  form: ArticleForm
  id?: string | undefined
  /** The revision that has this form. `id` is that of its article. */
  revision?: { id: string; number: number }
  /** As high as its container. */
  isFilling?: boolean
}

/** Shows sanitised HTML with the readers' style sheet, without scripts. */
export function PreviewFrame({ title, form, id, revision, isFilling = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const broken = useRef(new Set<string>())
  const [html, setHtml] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible(frame)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` renders it again
  useEffect(() => {
    // Each preview sends the whole text.
    if (!isVisible) return
    let isOutdated = false
    const timer = setTimeout(() => {
      previewArticleFn({ data: { form, id, revision } }).then(
        (rendered) => {
          if (isOutdated) return
          setHtml(rendered)
          setError(undefined)
        },
        (error) => isOutdated || setError(error),
      )
    }, RENDER_DELAY_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [form, id, revision, attempt, isVisible])

  useEffect(() => {
    if (!(error instanceof RequestFailure)) return
    const retry = () => setAttempt((count) => count + 1)
    const timer = setTimeout(retry, RETRY_DELAY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [error])

  function show() {
    const body = frame.current?.contentDocument?.body
    if (body && html !== undefined) replaceContent(body, html, broken.current)
  }
  useEffect(show, [html])

  function onLoad() {
    const page = frame.current?.contentDocument
    if (!page) return
    page.addEventListener('error', ({ target }) => handleImageError(target, broken.current), true)
    guardFileDrops(page)
    show()
  }

  return (
    <>
      {error !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-13 text-muted">
            The preview cannot be updated at the moment.
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>Try Again</Button>
        </div>
      )}
      <iframe
        ref={frame}
        title={title}
        srcDoc={PAGE}
        sandbox="allow-same-origin allow-popups"
        onLoad={onLoad}
        className={`sheet w-full ${isFilling ? 'min-h-0 flex-1' : 'h-[70dvh]'}`}
      />
    </>
  )
}

/** Whether an element is in the viewport, and not in a closed section or sheet. */
function useIsVisible(element: RefObject<HTMLElement | null>): boolean {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setIsVisible(entries.at(-1)?.isIntersecting ?? false),
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isVisible
}

function handleImageError(target: EventTarget | null, broken: Set<string>) {
  const image = target as HTMLImageElement
  const src = image.getAttribute('src')
  if (image.localName !== 'img' || !src || src === PLACEHOLDER) return
  broken.add(src)
  showPlaceholder(image)
}

function showPlaceholder(image: HTMLImageElement) {
  image.closest('picture')?.querySelector('source')?.remove()
  image.removeAttribute('srcset')
  image.setAttribute('src', PLACEHOLDER)
}

/** Reuses image elements to avoid flicker; does not retry broken images. */
function replaceContent(body: HTMLElement, html: string, broken: Set<string>) {
  const former = new Map<string, Element>()
  for (const img of body.querySelectorAll('img')) {
    const src = img.getAttribute('src') ?? ''
    if (img.complete && img.naturalWidth === 0) broken.add(src)
    else former.set(src, frameOf(img))
  }
  // Images in a template do not load.
  const template = document.createElement('template')
  template.innerHTML = html
  const reused: { slot: HTMLElement; image: Element }[] = []
  for (const img of template.content.querySelectorAll('img')) {
    if (broken.has(img.getAttribute('src') ?? '')) showPlaceholder(img)
    const image = former.get(img.getAttribute('src') ?? '')
    if (!image) continue
    const slot = document.createElement('span')
    frameOf(img).replaceWith(slot)
    reused.push({ slot, image })
  }
  body.replaceChildren(template.content)
  for (const { slot, image } of reused) slot.replaceWith(image)
}

function frameOf(image: HTMLImageElement): Element {
  return image.closest('picture') ?? image
}
