import type { Headline } from '#kernel/article.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { directionOf } from '#kernel/text/text-direction.ts'

/**
 * Writes the link to the publisher's page of an article (spec §2, Article page). The functions of this file write HTML, to
 * keep readers' scripts small.
 */
export function writeOriginalSource({ url, name }: { url: string; name: string }): string {
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noopener" class="button max-w-full wrap-anywhere">${escapeHtml(name)}<span class="icon icon-external"></span><span class="sr-only">${phraseHtml('(opens in a new tab)')}</span></a>`
  return `<section aria-labelledby="original-source" class="border-t border-rule pt-4"><h2 id="original-source" class="label pb-3 text-muted">${phraseHtml('Original Source')}</h2>${link}</section>`
}

const FACT_BOX = '<aside class="fact-box"'
/** Marks images that span both columns (`article-columns` in ui/utilities.css). */
const WIDE = 'class="wide"'

/** Gives the first fact box the id that the link beside the text refers to. */
export function markKeyFacts(html: string): string {
  return html.replace(FACT_BOX, '<aside id="key-facts" class="fact-box"')
}

/**
 * Writes the link to the first fact box; empty without one. The link is shown only in the column beside the text, which
 * texts with wide images do not have.
 *
 * @param html sanitised, with the blocks of the paper's own texts
 */
export function writeKeyFactsLink(html: string): string {
  if (!html.includes(FACT_BOX) || html.includes(WIDE)) return ''
  return `<p class="border-t border-rule pt-4 max-lg:hidden"><a href="#key-facts" class="underline underline-offset-4">${phraseHtml('Key facts')}</a></p>`
}

const LISTED = 5
/** A shorter list says little. */
const MIN_LISTED = 3

/**
 * Writes the list of the most read articles: of the last hour or, if too few were read, of the last 24 hours; empty if
 * that has too few as well.
 *
 * @param shownId the id of the article beside the list, which it leaves out
 */
export function writeMostReadList(
  { hour, day }: { hour: readonly Headline[]; day: readonly Headline[] },
  shownId: string,
): string {
  const without = (articles: readonly Headline[]) =>
    articles.filter(({ id }) => id !== shownId).slice(0, LISTED)
  const recent = without(hour)
  const isRecent = recent.length === LISTED
  const listed = isRecent ? recent : without(day)
  if (listed.length < MIN_LISTED) return ''
  const items = listed.map(
    ({ path, title }) => `<li><a dir="${directionOf(title)}" href="${path}">${escapeHtml(title)}</a></li>`,
  )
  const period = isRecent ? phraseHtml('in the last hour') : phraseHtml('in the last 24 hours')
  return `<section aria-labelledby="most-read" class="most-read"><h2 id="most-read">${phraseHtml('Most read')} <span>${period}</span></h2><ol role="list">${items.join('')}</ol></section>`
}

/**
 * Writes the link below or beside a text, in HTML to keep readers' scripts small. `followShareLinks` (features/reading) opens the
 * system's share sheet; without JavaScript, the link writes an email (RFC 6068).
 */
export function writeShareLink({ title, url }: { title: string; url: string }): string {
  const address = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`
  return `<p><a class="button" href="${escapeHtml(address)}" data-share="${escapeHtml(url)}">${phraseHtml('Share this article')}</a></p>`
}
