import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { drafts } from '#schema/newsroom.ts'
import { siteSettings } from '#schema/site.ts'
import { uploadUrl } from '../rules/variant.ts'

/** Where an image is used. */
export type ImageUse =
  | { kind: 'article'; id: string; title: string; isPublished: boolean; isInBin: boolean }
  /** The name of a setting, such as the text of a page. */
  | { kind: 'setting'; name: string }
  | { kind: 'newsletter'; id: string; subject: string }

/** `hidden` counts articles that the account may not read. */
export type ImageUses = { uses: ImageUse[]; hidden: number }

const MAX_USES = 200

/** The index `articles_uploads_idx` contains these. */
function isInArticle(name: SQLWrapper | string): SQL {
  return sql`(${articles.origin} = 'editor' or ${articles.imageUrl} like '/storage/%')
    and upload_names(${articles.imageUrl}, ${articles.summary}, ${articles.content}) @> array[${name}]::text[]`
}

/** The index `drafts_uploads_idx` contains these. */
function isInDraft(name: SQLWrapper | string): SQL {
  const { fields } = drafts
  return sql`strpos(${fields}::text, '/storage/article-images/') > 0
    and upload_names(${fields} ->> 'imageUrl', ${fields} ->> 'summary', ${fields} ->> 'content') @> array[${name}]::text[]`
}

function isIn(text: SQLWrapper, name: SQLWrapper | string): SQL {
  return sql`strpos(${text}, ${uploadUrl('')}::text || ${name}) > 0`
}

/** Whether something shows the image, or may show it once it is published or restored from the bin. */
export function isUsed(name: SQLWrapper | string): SQL<boolean> {
  return sql<boolean>`(
    exists (select from ${articles} where ${isInArticle(name)})
    or exists (select from ${drafts} where ${isInDraft(name)})
    or exists (select from ${siteSettings} where ${isIn(siteSettings.settingValue, name)})
    or exists (select from ${newsletterCampaigns} where ${isInCampaign(name)})
  )`
}

function isInCampaign(name: SQLWrapper | string): SQL {
  const { html, content, state } = newsletterCampaigns
  return sql`${isIn(html, name)} or (${state} = 'scheduled' and ${isIn(content, name)})`
}

/** Earlier revisions can be restored. Reads all of them, so call it only before a deletion. */
export async function isInRevision(db: Pick<Db, 'execute'>, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from revisions where strpos(fields::text, ${uploadUrl(name)}) > 0 limit 1`)
  return rows.length > 0
}

/** Articles first, by title. */
export async function listUses(db: Db, account: Account, name: string): Promise<ImageUses> {
  const inArticles = db.execute<{
    id: string
    title: string
    isPublished: boolean
    isInBin: boolean
    isOwn: boolean
  }>(sql`
    with found as (
      select id, title, true as is_published from ${articles} where ${isInArticle(name)}
      union all
      select id, title, false from ${drafts} where ${isInDraft(name)}
    )
    select found.id, min(found.title) as title, bool_or(found.is_published) as "isPublished",
      coalesce(bool_or(d.deleted_at is not null), false) as "isInBin",
      coalesce(bool_or(${account.id}::uuid in (d.owner_id, d.assignee_id)), false) as "isOwn"
    from found left join drafts d on d.id = found.id
    group by found.id order by min(found.title), found.id limit ${MAX_USES}`)
  const inSettings = db
    .select({ name: siteSettings.settingName })
    .from(siteSettings)
    .where(isIn(siteSettings.settingValue, name))
  const inCampaigns = db
    .select({ id: newsletterCampaigns.id, subject: newsletterCampaigns.subject })
    .from(newsletterCampaigns)
    .where(isInCampaign(name))
    .limit(MAX_USES)
  const [{ rows }, settings, campaigns] = await Promise.all([inArticles, inSettings, inCampaigns])
  const readable = rows.filter(({ isOwn }) => isOwn || hasCapability(account, 'article.read-all'))
  return {
    uses: [
      ...readable.map(({ isOwn, ...use }) => ({ kind: 'article' as const, ...use })),
      ...settings.map((use) => ({ kind: 'setting' as const, ...use })),
      ...campaigns.map((use) => ({ kind: 'newsletter' as const, ...use })),
    ],
    hidden: rows.length - readable.length,
  }
}
