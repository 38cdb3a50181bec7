import { render, toPlainText } from '@react-email/render'
import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { formatBody } from '#kernel/body.ts'
import type { LetterTemplate } from '#kernel/campaign-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sanitiseBody } from '#platform/sanitise.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import type { ReadyLetter } from './campaigns.server.ts'
import { NewsLetter } from './NewsLetter.tsx'
import { findRecentStories } from './recent-stories.server.ts'

const DAY_MS = 86_400_000
/** How far back the stories of a template go; the first has none. */
const DAYS: Record<LetterTemplate, number> = { announcement: 0, headlines: 1, digest: 7 }

/**
 * Makes the letter of a draft as it is at `now`: HTML, and the same as text.
 *
 * @returns `no-stories` where the template is one of stories and there are none
 */
export async function composeLetter(
  db: Db,
  { template, subject, content }: CampaignDraft,
  now: Date,
): Promise<{ kind: 'ready'; letter: ReadyLetter; stories: number } | { kind: 'no-stories' }> {
  const origin = siteOrigin()
  const { siteName } = await findPublicSettings(db)
  const days = DAYS[template]
  const since = new Date(+now - days * DAY_MS)
  const sections =
    days > 0
      ? await findRecentStories(db, { since, until: now, origin, hasSummaries: template === 'digest' })
      : []
  if (days > 0 && sections.length === 0) return { kind: 'no-stories' }
  // Each paragraph in the direction of its own words, as the editor's box shows it.
  const introHtml = absolutizeHtml(sanitiseBody(formatBody(content)), origin).replaceAll(
    '<p>',
    '<p dir="auto">',
  )
  const html = await render(<NewsLetter {...{ siteName, origin, subject, introHtml, sections }} />)
  const stories = sections.reduce((sum, section) => sum + section.stories.length, 0)
  return { kind: 'ready', letter: { template, subject, html, text: toPlainText(html) }, stories }
}
