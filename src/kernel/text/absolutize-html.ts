import { removeCredentials } from '../web-address.ts'
import { escapeHtml } from './text.ts'
import { walkHtml } from './walk-html.ts'

const ADDRESSES = new Set(
  (
    'href src poster data-src data-lazy-src data-original data-orig-file data-large-file data-full-src data-hi-res-src ' +
    'data-url srcset data-srcset data-lazy-srcset data-original-set'
  ).split(' '),
)

/** Includes fragments and the empty string. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|#|$)/i

/** Makes addresses absolute, without credentials. Cuts off HTML too deep for `walkHtml`. */
export function absolutizeHtml(html: string, base: string): string {
  let result = ''
  let copied = 0
  const end = walkHtml(html, {
    attribute(name, value, span) {
      if (!ADDRESSES.has(name)) return
      const absolute = /set$/.test(name) ? absolutizeSrcset(value, base) : absolutizeUrl(value, base)
      if (absolute === value) return
      result += `${html.slice(copied, span.start)}${name}="${escapeHtml(absolute)}"`
      copied = span.end
    },
  })
  return result + html.slice(copied, end)
}

function absolutizeUrl(address: string, base: string): string {
  const link = address.trim()
  const absolute = ABSOLUTE.test(link) ? address : (URL.parse(link, base)?.href ?? address)
  return removeCredentials(absolute)
}

/** "a.jpg 1x, b.jpg 2x" (HTML Living Standard, parsing a srcset attribute). */
function absolutizeSrcset(set: string, base: string): string {
  let isAddress = true
  return set.replace(/\S+/g, (word) => {
    const comma = word.indexOf(',')
    if (isAddress) {
      const address = word.replace(/(?<!,),+$/, '')
      isAddress = address !== word
      return absolutizeUrl(address, base) + word.slice(address.length)
    }
    // The next address may follow directly.
    const next = comma === -1 ? '' : word.slice(comma + 1)
    isAddress = comma !== -1 && next === ''
    return next === '' ? word : word.slice(0, comma + 1) + absolutizeUrl(next, base)
  })
}
