import { sql } from 'drizzle-orm'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { media } from '#schema/media.ts'
import { uploadUrl } from '../rules/variant.ts'

/** Drafts in browsers may use images too. */
export const UPLOAD_RETENTION_DAYS = 30

/**
 * Deletes old files that the library does not show, such as replaced ones, and that no article, draft, revision, static page,
 * campaign, account, person or topic uses.
 *
 * @returns their number
 */
export async function sweepUploads(db: Db, bucket: Bucket, now: Date): Promise<number> {
  const old = await listBefore(bucket, new Date(now.getTime() - UPLOAD_RETENTION_DAYS * DAY_MS))
  if (old.length === 0) return 0
  const [used, library] = await Promise.all([
    listUsedUploads(db),
    db.select({ name: media.name, file: media.file }).from(media),
  ])
  // Articles that used a replaced image show another file.
  for (const { name } of library) used.delete(name)
  for (const { file } of library) used.add(file)
  const unused = old.filter((name) => !used.has(name))
  for (const name of unused) await bucket.remove(name)
  return unused.length
}

/** Deletes what is left of uploads that were not continued. */
export async function sweepReceiving(bucket: Bucket, now: Date): Promise<void> {
  for (const name of await listBefore(bucket, new Date(now.getTime() - DAY_MS))) await bucket.remove(name)
}

/** Lists the files that were last changed before a time. */
export async function listBefore(bucket: Bucket, time: Date): Promise<string[]> {
  return (await bucket.list()).flatMap(({ name, modifiedAt }) => (modifiedAt < time ? name : []))
}

/** Returns the names of all uploads that are used. Feed articles cannot contain uploads. */
export async function listUsedUploads(db: Db): Promise<Set<string>> {
  const prefix = uploadUrl('')
  const { rows } = await db.execute<{ name: string }>(sql`
    with texts as (
      select image_url as text from articles
      union all select summary || ' ' || content from articles where origin = 'editor'
      union all select row::text from deleted_articles
      union all select fields::text from drafts
      union all select fields::text from revisions
      union all select body from live_posts
      union all select setting_value from site_settings
      union all select avatar_url from users
      union all select image_url from authors
      union all select image_url from topics
      union all select html from newsletter_campaigns
      union all select content from newsletter_campaigns where state = 'scheduled'
    )
    select distinct found[1] as name
    from texts, regexp_matches(text, ${`${prefix}([\\w.-]+)`}, 'g') as found
    where strpos(text, ${prefix}) > 0`)
  // A full stop after the name may end a sentence.
  return new Set(rows.flatMap(({ name }) => [name, name.replace(/(?<!\.)\.+$/, '')]))
}
