import { and, desc, eq, gt, inArray, lte, max, ne, sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { articlePath } from '#kernel/article-path.ts'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { type Category, categories } from '#kernel/category.ts'
import { correctionLabel } from '#kernel/correction-label.ts'
import { absolutizeHtml } from '#kernel/text/absolutize-html.ts'
import { formatBody } from '#kernel/text/body.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { truncateAtSentence } from '#kernel/text/text.ts'
import { addBlockDirections } from '#kernel/text/text-direction.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { sanitiseBody } from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { corrections } from '#schema/newsroom.ts'
import { type CampaignDraft, sentArticleId } from '../rules/campaign.ts'
import type { NothingToSend } from '../rules/messages.ts'
import { composeArticle } from './article-email.server.tsx'
import type { CampaignEmail } from './campaigns.server.ts'
import { type EmailHeadline, type EmailSection, NewsletterEmail } from './NewsletterEmail.server.tsx'
import { emailText, renderEmail } from './render-email.server.ts'

/** Days; 0 for no articles. */
const ARTICLE_DAYS: Record<EmailTemplateName, number> = {
  announcement: 0,
  headlines: 1,
  digest: 7,
  article: 0,
}
const MAX_ARTICLES_PER_SECTION = 5
const SUMMARY_LENGTH = 200
const MAX_CORRECTIONS = 20

/** With the articles as they are published now. */
export async function composeEmailContent(
  db: Db,
  draft: CampaignDraft,
  now: Date,
): Promise<{ kind: 'ready'; email: CampaignEmail } | NothingToSend> {
  const { template, article, subject, preview, content } = draft
  const origin = siteOrigin()
  const { siteName } = await findPublicSettings(db)
  // Direction by paragraph, as in the editor.
  const text = addBlockDirections(sanitiseBody(formatBody(content)))
  const introHtml = absolutizeHtml(text, origin).replaceAll('<p>', '<p dir="auto">')
  if (template === 'article') {
    const composed = await composeArticle(
      db,
      article?.id ?? null,
      { siteName, origin },
      { subject, preview, introHtml },
    )
    return composed.kind === 'ready' ? toEmail(draft, composed.html) : composed
  }
  const days = ARTICLE_DAYS[template]
  const since = new Date(+now - days * DAY_MS)
  const sections =
    days > 0
      ? await findRecentArticles(db, { since, until: now, origin, hasSummaries: template === 'digest' })
      : []
  if (days > 0 && sections.length === 0) return { kind: 'no-articles' }
  const newCorrections = days > 0 ? await findNewCorrections(db, { since, until: now, origin }) : []
  const html = await renderEmail(
    <NewsletterEmail
      {...{ siteName, origin, subject, preview, introHtml, sections }}
      corrections={newCorrections}
    />,
  )
  return toEmail(draft, html)
}

function toEmail(draft: CampaignDraft, html: string): { kind: 'ready'; email: CampaignEmail } {
  const { article: _, ...stored } = draft
  const articleId = sentArticleId(draft)
  return { kind: 'ready', email: { ...stored, articleId, html, text: emailText(html) } }
}

/** Lists the articles by category, in navigation order. */
async function findRecentArticles(
  db: Db,
  { since, until, origin, hasSummaries }: { since: Date; until: Date; origin: string; hasSummaries: boolean },
): Promise<EmailSection[]> {
  const { rows } = await db.execute<{
    id: string
    title: string
    slug: string | null
    summary: string
    category: Category
    sponsored_by: string | null
  }>(sql`
    select a.id, a.title, a.slug, ${hasSummaries ? sql`a.summary` : sql`''`} as summary, a.category,
      a.sponsored_by
    from unnest(${sql.param(categories.map(({ key }) => key))}::text[]) with ordinality as c(category, place), lateral (
      select id, title, slug, summary, category, sponsored_by, published_at from articles
      where category = c.category and published_at > ${since.toISOString()} and published_at <= ${until.toISOString()}
      order by published_at desc, id desc limit ${MAX_ARTICLES_PER_SECTION}
    ) as a
    order by c.place, a.published_at desc, a.id desc`)
  return categories
    .map(({ key, name }) => ({
      category: name,
      headlines: rows
        .filter((row) => row.category === key)
        .map(({ id, title, slug, summary, sponsored_by }) => ({
          id,
          title,
          sponsoredBy: sponsored_by,
          summary: truncateAtSentence(htmlToText(summary), SUMMARY_LENGTH),
          url: origin + articlePath({ id, title, slug }),
        })),
    }))
    .filter(({ headlines }) => headlines.length > 0)
}

/** Lists corrections since the last edition that anybody received, or `since` for the first; newest first. */
async function findNewCorrections(
  db: Db,
  { since, until, origin }: { since: Date; until: Date; origin: string },
): Promise<EmailHeadline[]> {
  const [last] = await db
    .select({ at: max(newsletterCampaigns.createdAt) })
    .from(newsletterCampaigns)
    .where(
      and(
        inArray(newsletterCampaigns.template, ['headlines', 'digest']),
        ne(newsletterCampaigns.state, 'scheduled'),
        sql`(${newsletterCampaigns.state} <> 'cancelled' or exists (
          select from newsletter_deliveries where campaign_id = ${newsletterCampaigns.id} and state in ('sent', 'uncertain')
        ))`,
      ),
    )
  const { id, kind, text, at } = corrections
  // A correction has the planned time, even if its publication was late.
  const publishedAt = sql<Date>`coalesce((
    select max(finished_at) from publications
    where article_id = ${corrections.articleId} and planned_at = ${at} and correction_kind is not null
  ), ${at})`
  const rows = await db
    .select({ id, kind, text, at, articleId: articles.id, title: articles.title, slug: articles.slug })
    .from(corrections)
    .innerJoin(articles, eq(articles.id, corrections.articleId))
    .where(and(gt(publishedAt, last?.at ?? since), lte(at, until)))
    .orderBy(desc(at), desc(id))
    .limit(MAX_CORRECTIONS + 1)
  const listed = rows.slice(0, MAX_CORRECTIONS).map((row) => ({
    id: row.id,
    title: row.title,
    summary: `${correctionLabel(row.kind)}, ${formatDay(row.at.toISOString())}: ${row.text}`,
    url: origin + articlePath({ ...row, id: row.articleId }),
  }))
  const others = { id: 'others', title: phrase('All corrections'), summary: '', url: `${origin}/corrections` }
  return rows.length > MAX_CORRECTIONS ? [...listed, others] : listed
}
