import { useEffect, useRef, useState } from 'react'
import styles from '#ui/styles.css?url'
import { getPreview } from '../admin-articles.functions.ts'
import type { ArticleForm } from '../rules/article-form.ts'

/** How long the hands rest before the server is asked what it looks like. */
const PAUSE_MS = 400

const PLACEHOLDER = '/placeholder.svg'

/** An empty reader's page. What the server makes of the article is put into it, so that it keeps its place. */
const PAGE = `<!doctype html><html lang="en-GB"><head><link rel="stylesheet" href="${styles}"><base target="_blank"></head><body class="px-4 pb-6"></body></html>`

/**
 * The article as readers will see it, in their own style sheet. It stands in a frame in which no script runs, of HTML that
 * the server has sanitised.
 *
 * @param id of the stored article whose image this is
 */
export function ArticlePreview({ form, id }: { form: ArticleForm; id: string | undefined }) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** The addresses of images that could not be had. */
  const broken = useRef(new Set<string>())
  const [html, setHtml] = useState<string>()
  const [isFailed, setIsFailed] = useState(false)

  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      getPreview({ data: { form, id } }).then(
        (made) => {
          if (isOld) return
          setHtml(made)
          setIsFailed(false)
        },
        () => isOld || setIsFailed(true),
      )
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [form, id])

  function show() {
    const body = frame.current?.contentDocument?.body
    if (body && html !== undefined) replaceContent(body, html, broken.current)
  }
  useEffect(show, [html])

  function onLoad() {
    const page = frame.current?.contentDocument
    // An image's error does not bubble.
    page?.addEventListener('error', ({ target }) => showPlaceholder(target, broken.current), true)
    show()
  }

  return (
    <section aria-labelledby="preview-heading" className="min-w-0 xl:sticky xl:top-4">
      <h2 id="preview-heading" className="flex justify-between gap-3 pb-2 text-13 font-semibold text-muted">
        Preview
        {isFailed && <span className="font-normal">cannot be brought up to date at the moment</span>}
      </h2>
      <iframe
        ref={frame}
        title="Preview of the article"
        srcDoc={PAGE}
        sandbox="allow-same-origin allow-popups"
        onLoad={onLoad}
        className="sheet h-[70dvh] w-full xl:h-[calc(100dvh-8rem)]"
      />
    </section>
  )
}

/** Puts what readers would see in the place of an image that could not be had. */
function showPlaceholder(target: EventTarget | null, broken: Set<string>) {
  const image = target as HTMLImageElement
  const src = image.getAttribute('src')
  if (image.localName !== 'img' || !src || src === PLACEHOLDER) return
  broken.add(src)
  image.setAttribute('src', PLACEHOLDER)
}

/**
 * Puts other HTML into the frame's body. An image that stood there already stays the element that it was, so that it does
 * not flicker; and for one that could not be had stands what readers would see, so that it is not asked for with every letter.
 */
function replaceContent(body: HTMLElement, html: string, broken: Set<string>) {
  const former = new Map<string, HTMLImageElement>()
  for (const img of body.querySelectorAll('img')) {
    const src = img.getAttribute('src') ?? ''
    if (img.complete && img.naturalWidth === 0) broken.add(src)
    else former.set(src, img)
  }
  // Nothing in a template's document is loaded.
  const template = document.createElement('template')
  template.innerHTML = html
  const kept: { place: HTMLElement; same: HTMLImageElement }[] = []
  for (const img of template.content.querySelectorAll('img')) {
    const src = img.getAttribute('src') ?? ''
    if (broken.has(src)) img.setAttribute('src', PLACEHOLDER)
    const same = former.get(img.getAttribute('src') ?? '')
    if (!same) continue
    const place = document.createElement('span')
    img.replaceWith(place)
    kept.push({ place, same })
  }
  body.replaceChildren(template.content)
  for (const { place, same } of kept) place.replaceWith(same)
}
