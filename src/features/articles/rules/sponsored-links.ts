/**
 * Marks the links of a sponsored text to other sites:
 * https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links
 *
 * @param html sanitised, which gives each link a `rel`
 */
export function markSponsoredLinks(html: string): string {
  return html.replaceAll(/<a [^<>]*>/g, (tag) =>
    /\shref="https?:/i.test(tag) ? tag.replace(' rel="', ' rel="sponsored ') : tag,
  )
}
