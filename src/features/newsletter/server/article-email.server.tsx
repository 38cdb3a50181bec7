import { eq } from 'drizzle-orm'
import { describeLanguage } from '#features/articles/rules/article-language.ts'
import type { Correction } from '#features/articles/rules/corrections.ts'
import { writeByline } from '#features/articles/rules/write-byline.ts'
import { bodyColumns, newestCorrectionsFirst, renderBody } from '#features/articles/server/articles.server.ts'
import { peopleOf, shownPeople } from '#features/articles/server/shown-byline.server.ts'
import { EMAIL_WIDTH, type EmailData } from '#features/blocks/rules/email-form.ts'
import { writeEmailBlocks, writeEmailText } from '#features/blocks/rules/write-email.ts'
import { findEmailData } from '#features/blocks/server/email-blocks.server.ts'
import { listCoverage } from '#features/live/server/timeline.server.ts'
import { heightOf, imageKey, mediaPath, SHARE_IMAGE, uploadMediaPath } from '#features/media/rules/variant.ts'
import { imageCredits, libraryImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import { articlePath } from '#kernel/article-path.ts'
import { categoryName } from '#kernel/category.ts'
import { correctionLabel } from '#kernel/correction-label.ts'
import { servedLook } from '#kernel/look.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { formatDay, formatDayAndTime } from '#kernel/time/dates.ts'
import { place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sanitiseSummary } from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import type { NothingToSend } from '../rules/messages.ts'
import { ArticleEmail, type EmailArticle, type EmailCorrection } from './ArticleEmail.server.tsx'
import type { Site } from './EmailLayout.server.tsx'
import { renderEmail } from './render-email.server.ts'

/** Gmail clips the HTML of an email at about 102 kB. */
const MAX_EMAIL_BYTES = 100_000
/** The newest ones of live coverage. */
const MAX_POSTS = 100

const columns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  byline: articles.byline,
  people: shownPeople,
  category: articles.category,
  language: articles.language,
  imageUrl: articles.imageUrl,
  imageAlt: articles.imageAlt,
  image: libraryImage(articles.imageUrl),
  imageCredits: imageCredits(articles.imageUrl),
  liveState: articles.liveState,
  publishedAt: articles.publishedAt,
  sourceUrl: articles.sourceUrl,
  sourceName: articles.sourceName,
  ...bodyColumns,
}

type Email = { subject: string; preview: string; introHtml: string }

/**
 * Composes an email with the text of an article as it is published now. A text that Gmail would clip ends with a block and a
 * link to the rest.
 */
export async function composeArticle(
  db: Db,
  articleId: string | null,
  site: Site,
  { preview, ...email }: Email,
): Promise<{ kind: 'ready'; html: string } | NothingToSend> {
  const [row] =
    articleId === null ? [] : await db.select(columns).from(articles).where(eq(articles.id, articleId))
  if (!row) return { kind: 'not-published' }
  // Even if an editor changed its text.
  if (row.origin === 'feed' || row.sourceUrl || row.sourceName?.trim()) return { kind: 'other-publisher' }
  const coverage = row.liveState === null ? '' : await listCoverage(db, row.id, MAX_POSTS)
  const html = renderBody({ ...row, corrections: [] }) + coverage
  const summary = htmlToText(row.summary)
  const paperDirection = languageDirection(place().locale)
  const { lang, dir = paperDirection } = describeLanguage(row, `${row.title} ${summary || htmlToText(html)}`)
  const data: EmailData = {
    ...(await findEmailData(db, html, site.origin)),
    pageUrl: site.origin + articlePath(row),
    siteName: site.siteName,
    accent: servedLook().accent,
    start: dir === 'rtl' ? 'right' : 'left',
  }
  const corrections = newestCorrectionsFirst(row)
  const article: EmailArticle = {
    url: data.pageUrl,
    title: row.title,
    sponsoredBy: row.sponsoredBy,
    lang,
    dir,
    category: categoryName(row.category),
    standfirst: writeEmailText(sanitiseSummary(row.summary), data),
    byline: writeEmailText(writeByline(peopleOf(row), row.author), data),
    published: formatDay(row.publishedAt.toISOString()),
    image: leadImage(row, site.origin),
    retractions: describeCorrections(corrections.filter(({ kind }) => kind === 'retraction')),
    corrections: describeCorrections(corrections.filter(({ kind }) => kind !== 'retraction')),
  }
  const blocks = writeEmailBlocks(html, data)
  const write = (kept: readonly string[], isCut: boolean) =>
    renderEmail(
      <ArticleEmail
        {...{ ...site, ...email, article, isCut }}
        preview={preview || summary}
        text={kept.join('')}
      />,
    )
  const frame = await write([], true)
  const available = MAX_EMAIL_BYTES - Buffer.byteLength(frame)
  if (available < 0) return { kind: 'too-long' }
  const kept = takeBlocks(blocks, available)
  return { kind: 'ready', html: await write(kept, kept.length < blocks.length) }
}

const HEADING = /^<h\d/

/** Returns as many blocks as fit; after the last of them there is no heading without its text. */
function takeBlocks(blocks: readonly string[], maxBytes: number): readonly string[] {
  let bytes = 0
  const end = blocks.findIndex((block) => {
    bytes += Buffer.byteLength(block)
    return bytes > maxBytes
  })
  if (end < 0) return blocks
  const last = blocks.slice(0, end).findLastIndex((block) => !HEADING.test(block))
  return blocks.slice(0, last + 1)
}

type LeadRow = Pick<typeof articles.$inferSelect, 'id' | 'imageUrl' | 'imageAlt'> & {
  image: { name: string; source: string } | null
  imageCredits: { caption: string; credit: string } | null
}

function leadImage(
  { id, imageUrl, imageAlt, image, imageCredits }: LeadRow,
  origin: string,
): EmailArticle['image'] {
  const other = toArticleImage(imageUrl)
  const path = image
    ? uploadMediaPath({ upload: image.name, key: imageKey(image.source), ...SHARE_IMAGE })
    : other && mediaPath({ articleId: id, imageKey: other.key, ...SHARE_IMAGE })
  if (!path) return null
  const { caption = '', credit = '' } = imageCredits ?? {}
  return {
    url: origin + path,
    width: EMAIL_WIDTH,
    height: heightOf(SHARE_IMAGE.ratio, EMAIL_WIDTH),
    alt: imageAlt ?? '',
    caption: [caption, credit].filter(Boolean).join(' · '),
  }
}

function describeCorrections(corrections: readonly Correction[]): EmailCorrection[] {
  return corrections.map(({ kind, text, at }) => ({
    label: `${correctionLabel(kind)}, ${formatDayAndTime(at)}`,
    text,
  }))
}
