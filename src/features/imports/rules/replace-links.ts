import { escapeHtml } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'

/**
 * Replaces the addresses of links.
 *
 * @param replace returns undefined for an address that stays
 * @returns the HTML, and how many addresses were replaced
 */
export function replaceLinks(
  html: string,
  replace: (address: string) => string | undefined,
): { html: string; count: number } {
  if (!/href/i.test(html)) return { html, count: 0 }
  let result = ''
  let copied = 0
  let count = 0
  walkHtml(html, {
    attribute(name, value, { start, end }) {
      const address = name === 'href' ? replace(value) : undefined
      if (address === undefined) return
      result += `${html.slice(copied, start)}href="${escapeHtml(address)}"`
      copied = end
      count += 1
    },
  })
  return { html: result + html.slice(copied), count }
}
