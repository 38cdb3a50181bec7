import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { articles } from '#schema/articles.ts'
import { authors } from '#schema/authors.ts'
import { frontPublications, fronts } from '#schema/front.ts'
import { hasUploads, livePosts, uploadsOf } from '#schema/live.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { drafts } from '#schema/newsroom.ts'
import { siteSettings } from '#schema/site.ts'
import { topics } from '#schema/topics.ts'
import { uploadUrl } from '../rules/variant.ts'

/** Where a file is used. */
export type FileUse =
  | { kind: 'article'; id: string; title: string; isPublished: boolean; isInBin: boolean }
  /** The name of a setting, such as the text of a page. */
  | { kind: 'setting'; name: string }
  | { kind: 'newsletter'; id: string; subject: string }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'topic'; id: string; name: string }
  /** The name of a curated page. */
  | { kind: 'front'; name: string }

/** `hidden` counts articles that the account may not read. */
export type FileUses = { uses: FileUse[]; hidden: number }

const MAX_USES = 200

/** Whether an article uses the file. Uses the indexes `articles_uploads_idx` and `articles_social_image_idx`. */
export function isInArticle(name: SQLWrapper | string): SQL {
  return sql`((${articles.origin} = 'editor' or ${articles.imageUrl} like '/storage/%')
    and upload_names(${articles.imageUrl}, ${articles.summary}, ${articles.content}) @> array[${name}]::text[]
    or ${isUpload(articles.socialImage, name)})`
}

/** Uses the indexes `drafts_uploads_idx` and `drafts_social_image_idx`. */
function isInDraft(name: SQLWrapper | string): SQL {
  const { fields } = drafts
  return sql`(strpos(${fields}::text, '/storage/article-images/') > 0
    and upload_names(${fields} ->> 'imageUrl', ${fields} ->> 'summary', ${fields} ->> 'content') @> array[${name}]::text[]
    or ${isUpload(sql`${fields} ->> 'socialImage'`, name)})`
}

/** Whether a post uses the file. Uses the index `live_posts_uploads_idx`. */
export function isInPost(name: SQLWrapper | string): SQL {
  return sql`${hasUploads(livePosts.body)} and ${uploadsOf(livePosts.body)} @> array[${name}]::text[]`
}

/** Whether a text contains the address of the file. */
export function containsUpload(text: SQLWrapper, name: SQLWrapper | string): SQL {
  return sql`strpos(${text}, ${uploadUrl('')}::text || ${name}) > 0`
}

/** Whether something shows the file, or may show it once it is published or restored from the bin. */
export function isUsed(name: SQLWrapper | string): SQL<boolean> {
  return sql<boolean>`(
    exists (select from ${articles} where ${isInArticle(name)})
    or exists (select from ${drafts} where ${isInDraft(name)})
    or exists (select from ${livePosts} where ${isInPost(name)})
    or exists (select from ${siteSettings} where ${containsUpload(siteSettings.settingValue, name)})
    or exists (select from ${newsletterCampaigns} where ${isInCampaign(name)})
    or exists (select from ${authors} where ${isUpload(authors.imageUrl, name)})
    or exists (select from ${topics} where ${isUpload(topics.imageUrl, name)})
    or exists (select from ${fronts} ${isOnAnyFront(name)})
  )`
}

/** Whether a place of a front (`Front` in features/front/rules/front.ts) shows the image. */
export function isOnFront(front: SQLWrapper, name: SQLWrapper | string): SQL {
  return sql`jsonb_path_exists(${front}, '$.**.image ? (@ == $name)', jsonb_build_object('name', ${name}::text))`
}

/** Completes `from fronts`: those whose draft or published version shows the image. */
function isOnAnyFront(name: SQLWrapper | string): SQL {
  const { publishedId, draft } = fronts
  const { id, front } = frontPublications
  return sql`left join ${frontPublications} on ${id} = ${publishedId}
    where ${isOnFront(draft, name)} or ${isOnFront(front, name)}`
}

/** Whether an address is that of the file. */
export function isUpload(imageUrl: SQLWrapper, name: SQLWrapper | string): SQL {
  return sql`${imageUrl} = ${uploadUrl('')}::text || ${name}`
}

function isInCampaign(name: SQLWrapper | string): SQL {
  const { html, content, state } = newsletterCampaigns
  const inArticle = sql`strpos(${html}, '/media/uploads/' || ${name} || '/') > 0`
  return sql`${containsUpload(html, name)} or ${inArticle} or (${state} = 'scheduled' and ${containsUpload(content, name)})`
}

/** Whether a revision, which could be restored, contains the file. Reads all revisions, so call it only before a deletion. */
export async function isInRevision(db: Pick<Db, 'execute'>, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from revisions where strpos(fields::text, ${uploadUrl(name)}) > 0 limit 1`)
  return rows.length > 0
}

/** Articles first, by title. */
export async function listUses(db: Db, account: Account, name: string): Promise<FileUses> {
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
      union all
      select id, title, false from ${drafts} where id in (select article_id from ${livePosts} where ${isInPost(name)})
    )
    select found.id, min(found.title) as title, bool_or(found.is_published) as "isPublished",
      coalesce(bool_or(d.deleted_at is not null), false) as "isInBin",
      coalesce(bool_or(${account.id}::uuid in (d.owner_id, d.assignee_id)), false) as "isOwn"
    from found left join drafts d on d.id = found.id
    group by found.id order by ${byName(sql`min(found.title)`)}, found.id limit ${MAX_USES}`)
  const inSettings = db
    .select({ name: siteSettings.settingName })
    .from(siteSettings)
    .where(containsUpload(siteSettings.settingValue, name))
  const inCampaigns = db
    .select({ id: newsletterCampaigns.id, subject: newsletterCampaigns.subject })
    .from(newsletterCampaigns)
    .where(isInCampaign(name))
    .limit(MAX_USES)
  const inPages = db.execute<{ kind: 'person' | 'topic'; id: string; name: string }>(sql`
    select * from (
      select 'person' as kind, id, name from ${authors} where ${isUpload(authors.imageUrl, name)}
      union all
      select 'topic', id, name from ${topics} where ${isUpload(topics.imageUrl, name)}
    ) as pages order by ${byName(sql`name`)}, id limit ${MAX_USES}`)
  const onFronts = db.execute<{ name: string }>(sql`
    select ${fronts.page} as name from ${fronts} ${isOnAnyFront(name)} order by ${fronts.page}`)
  const [{ rows }, settings, campaigns, { rows: pages }, { rows: pagesOfFronts }] = await Promise.all([
    inArticles,
    inSettings,
    inCampaigns,
    inPages,
    onFronts,
  ])
  const readable = rows.filter(({ isOwn }) => isOwn || hasCapability(account, 'article.read-all'))
  return {
    uses: [
      ...readable.map(({ isOwn, ...use }) => ({ kind: 'article' as const, ...use })),
      ...settings.map((use) => ({ kind: 'setting' as const, ...use })),
      ...campaigns.map((use) => ({ kind: 'newsletter' as const, ...use })),
      ...pages,
      ...pagesOfFronts.map((use) => ({ kind: 'front' as const, ...use })),
    ],
    hidden: rows.length - readable.length,
  }
}
