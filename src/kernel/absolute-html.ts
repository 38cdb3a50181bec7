import { escapeHtml } from './text.ts'
import { walkHtml } from './walk-html.ts'

const ADDRESSES = new Set(['href', 'src', 'poster', 'data-src', 'srcset', 'data-srcset'])

/** Already absolute, or a place in the text itself. */
const FIXED = /^(?:[a-z][a-z\d+.-]*:|#|$)/i

/**
 * The same HTML with the relative addresses of its links and images made absolute. Nothing else changes, but what
 * nests deeper than any article is cut off.
 *
 * @param base an absolute address
 */
export function absoluteHtml(html: string, base: string): string {
  let result = ''
  let copied = 0
  const end = walkHtml(html, {
    attribute(name, value, span) {
      if (!ADDRESSES.has(name)) return
      const absolute = name.endsWith('srcset') ? absoluteSet(value, base) : absoluteAddress(value, base)
      if (absolute === value) return
      result += `${html.slice(copied, span.start)}${name}="${escapeHtml(absolute)}"`
      copied = span.end
    },
  })
  return result + html.slice(copied, end)
}

const LONGEST_SET = 4_000

function absoluteAddress(address: string, base: string): string {
  const link = address.trim()
  return FIXED.test(link) ? address : (URL.parse(link, base)?.href ?? address)
}

/** "a.jpg 1x, b.jpg 2x": addresses with descriptors, parted by commas (HTML, `srcset`). */
function absoluteSet(set: string, base: string): string {
  // The pattern is slow on a long one made for that; a real one has a dozen addresses.
  if (set.length > LONGEST_SET) return ''
  return set.replace(
    /(^|,\s+|,(?=\S+\s))(\s*)(\S+?)(?=,?(?:\s|$))/g,
    (_, comma: string, space: string, address: string) => {
      return `${comma}${space}${absoluteAddress(address, base)}`
    },
  )
}
