import { truncateText } from '#kernel/text.ts'
import { MAX_PUBLICATION_LENGTH } from './feed-form.ts'
import { sourceName } from './feed-text.ts'

/** Defaults of publishing software, and addresses. */
const NOT_A_NAME =
  /^(?:(?:www\.|https?:).*|home ?page|home|site|website|my (?:site|blog|website)|blog|untitled|wordpress|news)$/i

/**
 * Prefers the name of the website, then the title of the feed, then the host.
 *
 * @param siteName `og:site_name`
 */
export function choosePublication(siteName: string | null, title: string, siteUrl: string): string {
  const name = truncateText(siteName ?? '', MAX_PUBLICATION_LENGTH)
  return name && !NOT_A_NAME.test(name) ? name : sourceName(title, siteUrl)
}
