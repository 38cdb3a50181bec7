import { imageText } from '#kernel/text/image-text.ts'
import { addressOfMedia, isPixel } from '../rules/media-address.ts'
import { parseHtml } from './convert-text.server.ts'
import { type ImportFile, isImage } from './import-files.server.ts'

/** The limit of the editor. */
const MAX_ALT_LENGTH = 1_000
/** Elements that may contain an image that is not part of a sentence. */
const FRAMES = new Set(['P', 'A', 'SPAN', 'DIV', 'CENTER', 'EM', 'STRONG', 'B', 'I', 'PICTURE', 'SECTION'])

export type PlacedHtml = {
  html: string
  /** Files that are missing, as sentences. */
  notes: string[]
}

/**
 * Adds the images and recordings of a text to the library, and moves each to a figure at the top level, as in our blocks, since
 * paragraphs, lists and tables cannot contain one. Files that cannot be added are left unchanged.
 */
export async function placeFiles(html: string, importFile: ImportFile): Promise<PlacedHtml> {
  if (!/<(?:img|audio|video)\b/i.test(html)) return { html, notes: [] }
  const body = parseHtml(html)
  const document = body.ownerDocument
  const notes: string[] = []
  for (const image of [...body.querySelectorAll('img')]) await placeImage(image)
  for (const player of [...body.querySelectorAll<HTMLElement>('audio, video')]) await placeRecording(player)
  return { html: body.innerHTML, notes }

  async function placeImage(image: HTMLImageElement): Promise<void> {
    const address = addressOfMedia(image)
    const text = imageText({
      alt: image.getAttribute('alt') ?? '',
      class: image.className,
      src: image.getAttribute('src') ?? '',
    })
    if (text) return image.replaceWith(document.createTextNode(text))
    if (isPixel(image)) return image.remove()
    if (!address || address.startsWith('data:')) {
      notes.push('An image has no address.')
      return
    }
    const alt = image.getAttribute('alt')
    const figure = image.closest('figure')
    const caption = figure?.querySelector('figcaption')?.textContent ?? ''
    const file = await importFile(address, { alt: alt ?? '', caption })
    if (file.kind === 'missing') {
      notes.push(`Image ${address}: ${file.reason}`)
      return
    }
    if (!isImage(file)) return
    replaceAttributes(image, {
      src: file.url,
      ...(alt !== null && { alt: alt.slice(0, MAX_ALT_LENGTH) }),
      width: String(file.width),
      height: String(file.height),
    })
    lift(image)
  }

  async function placeRecording(player: HTMLElement): Promise<void> {
    const address = addressOfMedia(player)
    if (!address) return
    const file = await importFile(address)
    if (file.kind === 'missing') {
      notes.push(`Recording ${address}: ${file.reason}`)
      return
    }
    const kind = file.mime.startsWith('audio/')
      ? 'audio'
      : file.mime.startsWith('video/')
        ? 'video'
        : undefined
    if (!kind) return
    const poster = player.getAttribute('poster')
    const image = poster ? await importFile(poster) : undefined
    player.replaceChildren()
    const sides: Record<string, string> =
      kind === 'video' ? { width: String(file.width || 1_280), height: String(file.height || 720) } : {}
    replaceAttributes(player, {
      src: file.url,
      ...sides,
      ...(kind === 'video' && isImage(image) && { poster: image.url }),
    })
    const figure = lift(player)
    figure.className = kind
  }

  /** Moves a file to the top level. @returns its figure */
  function lift(file: HTMLElement): HTMLElement {
    const figure = file.closest<HTMLElement>('figure') ?? document.createElement('figure')
    if (!figure.contains(file)) {
      file.replaceWith(figure)
      figure.append(file)
    }
    // Removes the link to the image itself, since readers can open each image.
    for (let frame = file.parentElement; frame && frame !== figure; frame = file.parentElement) {
      frame.before(file)
      if (isEmpty(frame)) frame.remove()
    }
    const top = topLevel(figure)
    if (top !== figure && !isGallery(top)) {
      const isFirst = isFirstIn(figure, top)
      const frames = framesOf(figure, top)
      if (isFirst) top.before(figure)
      else top.after(figure)
      for (const frame of frames) if (isEmpty(frame)) frame.remove()
    }
    return figure
  }

  function topLevel(element: HTMLElement): HTMLElement {
    let top = element
    while (top.parentElement && top.parentElement !== body) top = top.parentElement
    return top
  }
}

function isGallery(element: HTMLElement): boolean {
  return element.tagName === 'DIV' && element.classList.contains('gallery')
}

/** The elements around a file, from the inner to the outer one. */
function framesOf(element: HTMLElement, top: HTMLElement): HTMLElement[] {
  const frames: HTMLElement[] = []
  for (let frame = element.parentElement; frame; frame = frame.parentElement) {
    frames.push(frame)
    if (frame === top) break
  }
  return frames.filter(({ tagName }) => FRAMES.has(tagName))
}

/** Whether no text stands before it in the element. Figures follow lists, quotations and tables. */
function isFirstIn(element: HTMLElement, top: HTMLElement): boolean {
  if (!FRAMES.has(top.tagName)) return false
  for (let node: Node = element; node !== top; node = node.parentNode as Node)
    for (let before = node.previousSibling; before; before = before.previousSibling)
      if (before.textContent?.trim()) return false
  return true
}

function isEmpty(element: HTMLElement): boolean {
  return !element.textContent?.trim() && !element.querySelector('img, audio, video, iframe, hr, table')
}

function replaceAttributes(element: HTMLElement, attributes: Record<string, string>): void {
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
