import { render, toPlainText } from '@react-email/render'
import { and, desc, eq, gt, lte, max, ne, sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { formatBody } from '#kernel/body.ts'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { formatDay } from '#kernel/dates.ts'
import { DAY_MS } from '#kernel/durations.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { CORRECTION_LABELS } from '#kernel/newsroom-states.ts'
import { truncateAtSentence } from '#kernel/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { sanitiseBody } from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { corrections } from '#schema/newsroom.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import type { CampaignEmail } from './campaigns.server.ts'
import { type EmailHeadline, type EmailSection, NewsletterEmail } from './NewsletterEmail.server.tsx'

/** Days; 0 for no articles. */
const ARTICLE_DAYS: Record<EmailTemplateName, number> = { announcement: 0, headlines: 1, digest: 7 }
const MAX_ARTICLES_PER_SECTION = 5
const SUMMARY_LENGTH = 200
const MAX_CORRECTIONS = 20

/** @returns `no-articles` if the template lists articles and none is recent */
export async function composeEmailContent(
  db: Db,
  { template, subject, content }: CampaignDraft,
  now: Date,
): Promise<{ kind: 'ready'; email: CampaignEmail } | { kind: 'no-articles' }> {
  const origin = siteOrigin()
  const { siteName } = await findPublicSettings(db)
  const days = ARTICLE_DAYS[template]
  const since = new Date(+now - days * DAY_MS)
  const sections =
    days > 0
      ? await findRecentArticles(db, { since, until: now, origin, hasSummaries: template === 'digest' })
      : []
  if (days > 0 && sections.length === 0) return { kind: 'no-articles' }
  // Direction by paragraph, as in the editor.
  const introHtml = absolutizeHtml(sanitiseBody(formatBody(content)), origin).replaceAll(
    '<p>',
    '<p dir="auto">',
  )
  const newCorrections = days > 0 ? await findNewCorrections(db, { since, until: now, origin }) : []
  const html = await render(
    <NewsletterEmail {...{ siteName, origin, subject, introHtml, sections }} corrections={newCorrections} />,
  )
  return { kind: 'ready', email: { template, subject, content, html, text: toPlainText(html) } }
}

/** Lists the articles by category, in navigation order. */
async function findRecentArticles(
  db: Db,
  { since, until, origin, hasSummaries }: { since: Date; until: Date; origin: string; hasSummaries: boolean },
): Promise<EmailSection[]> {
  const { rows } = await db.execute<{ id: string; title: string; summary: string; category: Category }>(sql`
    select a.id, a.title, ${hasSummaries ? sql`a.summary` : sql`''`} as summary, a.category
    from unnest(${sql.param([...CATEGORIES])}::text[]) with ordinality as c(category, place), lateral (
      select id, title, summary, category, published_at from articles
      where category = c.category and published_at > ${since.toISOString()} and published_at <= ${until.toISOString()}
      order by published_at desc, id desc limit ${MAX_ARTICLES_PER_SECTION}
    ) as a
    order by c.place, a.published_at desc, a.id desc`)
  return CATEGORIES.map((category) => ({
    category,
    headlines: rows
      .filter((row) => row.category === category)
      .map(({ id, title, summary }) => ({
        id,
        title,
        summary: truncateAtSentence(htmlToText(summary), SUMMARY_LENGTH),
        url: `${origin}/article/${id}`,
      })),
  })).filter(({ headlines }) => headlines.length > 0)
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
        ne(newsletterCampaigns.template, 'announcement'),
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
    .select({ id, kind, text, at, articleId: articles.id, title: articles.title })
    .from(corrections)
    .innerJoin(articles, eq(articles.id, corrections.articleId))
    .where(and(gt(publishedAt, last?.at ?? since), lte(at, until)))
    .orderBy(desc(at), desc(id))
    .limit(MAX_CORRECTIONS + 1)
  const listed = rows.slice(0, MAX_CORRECTIONS).map((row) => ({
    id: row.id,
    title: row.title,
    summary: `${CORRECTION_LABELS[row.kind]}, ${formatDay(row.at.toISOString())}: ${row.text}`,
    url: `${origin}/article/${row.articleId}`,
  }))
  const others = { id: 'others', title: 'All corrections', summary: '', url: `${origin}/corrections` }
  return rows.length > MAX_CORRECTIONS ? [...listed, others] : listed
}
