import { BLOCK_MARKUP } from '#features/blocks/rules/blocks.ts'
import { showCharts } from '#features/blocks/rules/show-charts.ts'
import { showEmbeds } from '#features/blocks/rules/show-embeds.ts'
import { createTextImages } from '#features/feeds/parse/text-images.ts'
import { formatBody } from '#kernel/text/body.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { memoiseText } from '#platform/cache/memoise-text.server.ts'
import {
  sanitiseBody,
  sanitiseBodyWithImages,
  sanitiseOwnBody,
  sanitiseSummary,
} from '#platform/render/sanitise.server.ts'
import type { articles } from '#schema/articles.ts'
import { markKeyFacts } from '../rules/article-aside.ts'
import { markSponsoredLinks } from '../rules/sponsored-links.ts'
import { addTableOfContents } from '../rules/table-of-contents.ts'

type TextRow = Pick<typeof articles.$inferSelect, 'content' | 'origin'> & { sponsoredBy?: string | null }

const ofFeed = memoiseText((content) => sanitiseBody(formatBody(content)))
/** Only texts of the paper itself may have what its blocks write: feeds cannot imitate them. */
const ofPaper = memoiseText((content) => sanitiseOwnBody(formatBody(content), BLOCK_MARKUP))

/** Returns the sanitised text of an article. */
export function sanitiseText({ content, origin, sponsoredBy }: TextRow): string {
  const body = origin === 'feed' ? ofFeed(content) : ofPaper(content)
  return sponsoredBy ? markSponsoredLinks(body) : body
}

/** Returns the sanitised text of an article from a feed, with its images. */
export function sanitiseWithImages(row: { id: string; content: string; imageUrl: string | null }): string {
  return sanitiseBodyWithImages(formatBody(row.content), createTextImages(row).show)
}

/** Adds to a sanitised text what only the page of the article shows: contents, drawings of charts, and players. */
export const showText = memoiseText((body) => addTableOfContents(showCharts(showEmbeds(markKeyFacts(body)))))

export const plainText = memoiseText(htmlToText)

export const cleanSummary = memoiseText(sanitiseSummary)
