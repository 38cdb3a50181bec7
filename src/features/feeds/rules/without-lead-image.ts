import { type Span, walkHtml } from '#kernel/walk-html.ts'

/** "name-300x200.jpg", "name_142x100.jpg": the same image in another size. */
const SIZE = /[-_]\d+x\d+(?=\.\w+$)/

const LEADING_BREAKS = /^(?:\s|<br\s*\/?>)+/i

/**
 * `html` without the image that it begins with, if that is `imageUrl`: the page shows it above the text already.
 * The elements that held nothing else go with it, and so does a figure's caption.
 */
export function withoutLeadImage(html: string, imageUrl: string | null): string {
  const lead = imageUrl === null ? null : leadImage(html, imageName(imageUrl))
  if (lead === null) return html
  const before = html.slice(0, lead.start).trimStart()
  const after = html.slice(lead.end)
  return before + (before === '' ? after.replace(LEADING_BREAKS, '') : after)
}

function leadImage(html: string, name: string): Span | null {
  const starts: number[] = []
  let lead: Span | null = null
  let hasText = false
  let hasOtherImage = false

  walkHtml(html, {
    open(tag, attributes, span) {
      if (tag === 'img') {
        if (lead === null && !hasText && !hasOtherImage && imageName(attributes.src ?? '') === name)
          lead = span
        else hasOtherImage = true
      }
      starts.push(span.start)
    },
    close(tag, span, implied) {
      const start = starts.pop() ?? 0
      if (lead === null || start >= lead.start || hasOtherImage || implied) return
      // The text that a figure holds is the caption of its image.
      if (tag === 'figure') hasText = false
      if (!hasText) lead = { start, end: span.end }
    },
    text(text) {
      if (text.trim() !== '') hasText = true
    },
  })
  return lead
}

function imageName(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.host}${url.pathname.replace(SIZE, '')}`
}
