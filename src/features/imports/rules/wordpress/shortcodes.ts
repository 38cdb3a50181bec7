/** A shortcode of WordPress, such as `[gallery ids="1,2"]`. `content` is null without an end tag. */
export type Shortcode = {
  name: string
  attributes: Record<string, string>
  content: string | null
  text: string
}

/** In characters. A longer start tag is text. */
const MAX_TAG_LENGTH = 5_000
const MAX_SHORTCODES = 5_000
const START = /^\[([a-z][\w-]{0,60})(?=[\s\]/])/i
const ATTRIBUTE = /(?<![\w-])([\w-]{1,60})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g
/** A name that, without attributes, is a word in brackets, such as "[sic]". */
const WORD = /^[a-z]{1,30}$/i

/**
 * Replaces the shortcodes of a text. Those in the content of another are left to `replace`.
 *
 * @param replace returns HTML; null to keep the text as it is
 */
export function replaceShortcodes(text: string, replace: (shortcode: Shortcode) => string | null): string {
  const parts: string[] = []
  let end = 0
  let count = 0
  let open = text.indexOf('[')
  while (open >= 0 && count < MAX_SHORTCODES) {
    const read = readShortcode(text, open)
    const html = read ? replace(read.shortcode) : null
    if (read && html !== null) {
      parts.push(text.slice(end, open), html)
      end = read.end
      count += 1
    }
    open = text.indexOf('[', Math.max(end, open + 1))
  }
  return parts.join('') + text.slice(end)
}

function readShortcode(text: string, start: number): { shortcode: Shortcode; end: number } | null {
  const [, name = ''] = START.exec(text.slice(start, start + 64)) ?? []
  if (!name) return null
  const close = text.indexOf(']', start)
  if (close < 0 || close - start > MAX_TAG_LENGTH) return null
  const tag = text.slice(start, close + 1)
  // "[[gallery]]" shows a shortcode as text.
  if (text[start - 1] === '[' && text[close + 1] === ']') return null
  const attributes: Record<string, string> = {}
  for (const [, key = '', ...values] of tag.slice(name.length + 1).matchAll(ATTRIBUTE))
    attributes[key.toLowerCase()] = values.find((value) => value !== undefined) ?? ''
  const endTag = `[/${name}]`
  const isAlone = tag.endsWith('/]')
  const contentEnd = isAlone ? -1 : text.indexOf(endTag, close)
  const other = text.indexOf(`[${name}`, close)
  // The end tag may be that of a later shortcode of the same name.
  const hasContent = contentEnd >= 0 && (other < 0 || other > contentEnd)
  const end = hasContent ? contentEnd + endTag.length : close + 1
  const content = hasContent ? text.slice(close + 1, contentEnd) : null
  return { shortcode: { name: name.toLowerCase(), attributes, content, text: text.slice(start, end) }, end }
}

/** Whether brackets with an unknown name are a shortcode rather than text. */
export function isLikelyShortcode({ name, attributes, content }: Shortcode): boolean {
  return content !== null || Object.keys(attributes).length > 0 || !WORD.test(name)
}
