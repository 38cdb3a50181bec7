import { type RefObject, useEffect, useRef } from 'react'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { languageOf } from '#kernel/text/languages.ts'
import { place } from '#kernel/time/place.ts'
import styles from '#ui/styles.css?url'
import { guardFileDrops } from './guard-file-drops.ts'

const PLACEHOLDER = '/placeholder.svg'

/** Returns the `srcDoc` of a frame: an empty page with the readers' style sheet and the look of the newspaper. */
export function framedDocument(bodyClass = ''): string {
  const { locale } = place()
  return `<!doctype html><html lang="${languageOf(locale)}" dir="${languageDirection(locale)}"><head><link rel="stylesheet" href="${styles}"><link rel="stylesheet" href="/look.css"><base target="_blank"></head><body class="${bodyClass}"></body></html>`
}

/**
 * Shows HTML in a frame without scripts. Only the body is replaced, to keep the scroll position and the images.
 *
 * @param html undefined until it is loaded
 * @returns the `onLoad` handler of the frame
 */
export function useFramedPage(frame: RefObject<HTMLIFrameElement | null>, html: string | undefined) {
  const broken = useRef(new Set<string>())
  function show() {
    const body = frame.current?.contentDocument?.body
    if (body && html !== undefined) replaceContent(body, html, broken.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame stays the same
  useEffect(show, [html])

  return () => {
    const page = frame.current?.contentDocument
    if (!page) return
    page.addEventListener('error', ({ target }) => handleImageError(target, broken.current), true)
    guardFileDrops(page)
    show()
  }
}

/**
 * Reuses image elements to avoid flicker, and does not retry broken images.
 *
 * @param broken addresses of images that failed; this adds further ones
 */
function replaceContent(body: HTMLElement, html: string, broken: Set<string>): void {
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

function frameOf(image: HTMLImageElement): Element {
  return image.closest('picture') ?? image
}
