import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/storage.server.ts'
import { uploadAddress } from './article-images.server.ts'

/**
 * So long an uploaded image is kept that nothing uses. A day would do for what was only tried out; but a draft that a
 * browser keeps may need it, which the server cannot know, and somebody may come back to that after a holiday.
 */
const KEPT_DAYS = 30

/**
 * Removes the uploaded images that are in no article, in none that Undo brings back, in no page of the paper and in no
 * letter, once they are older than a draft is likely to be.
 *
 * @returns how many went
 */
export async function sweepUploads(db: Db, bucket: Bucket, now: Date): Promise<number> {
  const old = await bucket.listBefore(new Date(now.getTime() - KEPT_DAYS * 86_400_000))
  if (old.length === 0) return 0
  const used = await listUsed(db)
  const unused = old.filter((name) => !used.has(name))
  for (const name of unused) await bucket.remove(name)
  return unused.length
}

/** The names of the images whose addresses stand somewhere. No feed knows one, so the texts of feeds are left alone. */
async function listUsed(db: Db): Promise<Set<string>> {
  const prefix = uploadAddress('')
  const { rows } = await db.execute<{ name: string }>(sql`
    with texts as (
      select image_url as text from articles
      union all select summary || ' ' || content from articles where origin = 'editor'
      union all select row::text from deleted_articles
      union all select setting_value from site_settings
      union all select html from newsletter_campaigns
    )
    select distinct found[1] as name
    from texts, regexp_matches(text, ${`${prefix}([\\w.-]+)`}, 'g') as found
    where strpos(text, ${prefix}) > 0`)
  // A full stop after an address ends the sentence, not the name.
  return new Set(rows.flatMap(({ name }) => [name, name.replace(/\.+$/, '')]))
}
