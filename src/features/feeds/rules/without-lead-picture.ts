import { type Span, walkHtml } from '#kernel/walk-html.ts'

/** "name-300x200.jpg", "name_142x100.jpg": the same picture in another size. */
const SIZE = /[-_]\d+x\d+(?=\.\w+$)/

const LEADING_BREAKS = /^(?:\s|<br\s*\/?>)+/i

/**
 * `html` without the picture that it begins with, if that is `imageUrl`: the page shows it above the text already.
 * The elements that held nothing else go with it, and so does a figure's caption.
 */
export function withoutLeadPicture(html: string, imageUrl: string | null): string {
  const lead = imageUrl === null ? null : leadPicture(html, pictureName(imageUrl))
  if (lead === null) return html
  const before = html.slice(0, lead.start).trimStart()
  const after = html.slice(lead.end)
  return before + (before === '' ? after.replace(LEADING_BREAKS, '') : after)
}

function leadPicture(html: string, name: string): Span | null {
  const starts: number[] = []
  let lead: Span | null = null
  let hasText = false
  let hasOtherPicture = false

  walkHtml(html, {
    open(tag, attributes, span) {
      if (tag === 'img') {
        if (lead === null && !hasText && !hasOtherPicture && pictureName(attributes.src ?? '') === name)
          lead = span
        else hasOtherPicture = true
      }
      starts.push(span.start)
    },
    close(tag, span, implied) {
      const start = starts.pop() ?? 0
      if (lead === null || start >= lead.start || hasOtherPicture || implied) return
      // The text that a figure holds is the caption of its picture.
      if (tag === 'figure') hasText = false
      if (!hasText) lead = { start, end: span.end }
    },
    text(text) {
      if (text.trim() !== '') hasText = true
    },
  })
  return lead
}

function pictureName(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.host}${url.pathname.replace(SIZE, '')}`
}
