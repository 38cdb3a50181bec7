import { render, toPlainText } from '@react-email/render'
import { sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { formatBody } from '#kernel/body.ts'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { formatDay } from '#kernel/dates.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { CORRECTION_LABELS, type CorrectionKind } from '#kernel/newsroom-states.ts'
import { truncateAtSentence } from '#kernel/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sanitiseBody } from '#platform/sanitise.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import type { CampaignDraft } from '../rules/campaign-form.ts'
import type { CampaignEmail } from './campaigns.server.ts'
import { NewsletterEmail, type Story, type StorySection } from './NewsletterEmail.tsx'

const DAY_MS = 86_400_000
/** The maximum age of stories in days; 0 for none. */
const STORY_DAYS: Record<EmailTemplateName, number> = { announcement: 0, headlines: 1, digest: 7 }
const MAX_STORIES_PER_SECTION = 5
const SUMMARY_LENGTH = 200
const MAX_CORRECTIONS = 20

/** @returns `no-stories` when the template has no recent stories */
export async function composeEmailContent(
  db: Db,
  { template, subject, content }: CampaignDraft,
  now: Date,
): Promise<{ kind: 'ready'; email: CampaignEmail; stories: number } | { kind: 'no-stories' }> {
  const origin = siteOrigin()
  const { siteName } = await findPublicSettings(db)
  const days = STORY_DAYS[template]
  const since = new Date(+now - days * DAY_MS)
  const sections =
    days > 0
      ? await findRecentStories(db, { since, until: now, origin, hasSummaries: template === 'digest' })
      : []
  if (days > 0 && sections.length === 0) return { kind: 'no-stories' }
  // Text direction by paragraph, as in the editor.
  const introHtml = absolutizeHtml(sanitiseBody(formatBody(content)), origin).replaceAll(
    '<p>',
    '<p dir="auto">',
  )
  const corrections = days > 0 ? await findNewCorrections(db, { since, until: now, origin }) : []
  const html = await render(
    <NewsletterEmail {...{ siteName, origin, subject, introHtml, sections, corrections }} />,
  )
  const stories = sections.reduce((sum, section) => sum + section.stories.length, 0)
  return { kind: 'ready', email: { template, subject, html, text: toPlainText(html) }, stories }
}

/** In the order of the navigation. */
async function findRecentStories(
  db: Db,
  { since, until, origin, hasSummaries }: { since: Date; until: Date; origin: string; hasSummaries: boolean },
): Promise<StorySection[]> {
  const { rows } = await db.execute<{ id: string; title: string; summary: string; category: Category }>(sql`
    select a.id, a.title, ${hasSummaries ? sql`a.summary` : sql`''`} as summary, a.category
    from unnest(${sql.param([...CATEGORIES])}::text[]) with ordinality as c(category, place), lateral (
      select id, title, summary, category, published_at from articles
      where category = c.category and published_at > ${since.toISOString()} and published_at <= ${until.toISOString()}
      order by published_at desc, id desc limit ${MAX_STORIES_PER_SECTION}
    ) as a
    order by c.place, a.published_at desc, a.id desc`)
  return CATEGORIES.map((category) => ({
    category,
    stories: rows
      .filter((row) => row.category === category)
      .map(({ id, title, summary }) => ({
        id,
        title,
        summary: truncateAtSentence(htmlToText(summary), SUMMARY_LENGTH),
        url: `${origin}/article/${id}`,
      })),
  })).filter(({ stories }) => stories.length > 0)
}

/** Those since the last edition; for the first one, since `since`. Newest first. */
async function findNewCorrections(
  db: Db,
  { since, until, origin }: { since: Date; until: Date; origin: string },
): Promise<Story[]> {
  const { rows } = await db.execute<{
    id: string
    title: string
    kind: CorrectionKind
    text: string
    at: string
  }>(sql`
    select a.id, a.title, c.kind, c.text, to_json(c.at) #>> '{}' as at
    from corrections c join articles a on a.id = c.article_id
    where c.at > coalesce(
        (select max(created_at) from newsletter_campaigns where template <> 'announcement'),
        ${since.toISOString()}::timestamptz)
      and c.at <= ${until.toISOString()}
    order by c.at desc, c.id desc limit ${MAX_CORRECTIONS}`)
  return rows.map(({ id, title, kind, text, at }) => ({
    id,
    title,
    summary: `${CORRECTION_LABELS[kind]}, ${formatDay(new Date(at).toISOString())}: ${text}`,
    url: `${origin}/article/${id}`,
  }))
}
