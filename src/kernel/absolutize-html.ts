import { escapeHtml } from './text.ts'
import { walkHtml } from './walk-html.ts'

const ADDRESSES = new Set(['href', 'src', 'poster', 'data-src', 'srcset', 'data-srcset'])

/** Includes fragments and the empty string. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|#|$)/i

/** Resolves the relative addresses of links and images. Cuts off HTML nested deeper than `walkHtml` reads. */
export function absolutizeHtml(html: string, base: string): string {
  let result = ''
  let copied = 0
  const end = walkHtml(html, {
    attribute(name, value, span) {
      if (!ADDRESSES.has(name)) return
      const absolute = name.endsWith('srcset') ? absolutizeSrcset(value, base) : absolutizeUrl(value, base)
      if (absolute === value) return
      result += `${html.slice(copied, span.start)}${name}="${escapeHtml(absolute)}"`
      copied = span.end
    },
  })
  return result + html.slice(copied, end)
}

const MAX_SRCSET_LENGTH = 4_000

function absolutizeUrl(address: string, base: string): string {
  const link = address.trim()
  return ABSOLUTE.test(link) ? address : (URL.parse(link, base)?.href ?? address)
}

/** "a.jpg 1x, b.jpg 2x" */
function absolutizeSrcset(set: string, base: string): string {
  // The pattern is slow on long input.
  if (set.length > MAX_SRCSET_LENGTH) return ''
  return set.replace(
    /(^|,\s+|,(?=\S+\s))(\s*)(\S+?)(?=,?(?:\s|$))/g,
    (_, comma: string, space: string, address: string) => {
      return `${comma}${space}${absolutizeUrl(address, base)}`
    },
  )
}
