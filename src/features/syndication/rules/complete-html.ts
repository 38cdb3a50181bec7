import { escapeHtml } from '#kernel/text.ts'

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Makes sanitised HTML independent of its page: links become absolute, and classes are removed.
 *
 * @param html as the sanitiser writes it, with quoted attributes and without `<` in texts
 */
export function completeHtml(html: string, pageUrl: string): string {
  return html.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag.replace(/ class="[^"]*"/, '').replace(/ href="([^"]*)"/, (attribute, href: string) => {
      if (HAS_SCHEME.test(href)) return attribute
      const url = URL.parse(href.replaceAll('&amp;', '&'), pageUrl)
      return url ? ` href="${escapeHtml(url.href)}"` : ''
    }),
  )
}
