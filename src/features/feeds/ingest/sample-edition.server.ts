import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { eq, like, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import {
  addSampleUploads,
  hasSampleUploads,
  removeSampleUploads,
  sampleUploadUrl,
} from '#features/media/server/sample-uploads.server.ts'
import { runOnce } from '#features/site/server/run-once.server.ts'
import { type Category, parseCategory } from '#kernel/category.ts'
import { formatCount } from '#kernel/format-count.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import { normaliseFeed } from '../parse/normalise-feed.ts'
import { parseFeed } from '../parse/parse-feed.ts'
import type { ItemWithHash } from './hash-item.server.ts'
import { storeItems } from './store-items.server.ts'

/** Differs from the keys of feeds. */
const KEY_PREFIX = 'sample:'

/** Extends JSON Feed, for example with an age instead of a date. */
const extension = z.object({
  image: z.string(),
  alt: z.string(),
  hours_ago: z.number(),
  breaking: z.boolean().default(false),
})

const edition = z.looseObject({
  items: z.array(z.looseObject({ url: z.url(), content_html: z.string(), _masthead: extension })),
})

/** `extensions` by article address. */
type Document = { items: ItemWithHash[]; extensions: Map<string, z.infer<typeof extension>> }

/** Uses the ingest pipeline. Existing articles stay unchanged. @param uploads get the files that the stories show */
export async function loadSampleEdition(
  db: Db,
  uploads: Bucket,
  now: Date,
  folder = projectFile('samples', 'edition'),
): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const documents = await Promise.all(
    files.map(async (name) => ({
      category: categoryOf(name),
      ...readDocument(await readFile(join(folder, name), 'utf8'), now),
    })),
  )
  return db.transaction(async (tx) => {
    let created = 0
    for (const { category, items, extensions } of documents) {
      const isBreaking = ({ sourceUrl }: ItemWithHash) => extensions.get(sourceUrl ?? '')?.breaking === true
      created += (await storeItems(tx, items, { origin: 'sample', feedId: null, category, isBreaking }, now))
        .created
    }
    if (created > 0) {
      const texts = documents.flatMap(({ items }) =>
        items.flatMap(({ imageUrl, content }) => [imageUrl, content]),
      )
      await addSampleUploads({ db: tx, bucket: uploads }, texts.join('\n'))
      await linkRelated(tx)
    }
    return created
  })
}

/** Replaces the addresses of related stories, as the files have them, by article ids. */
async function linkRelated(tx: Db): Promise<void> {
  await tx.execute(sql`
    update articles as story set content = replace(story.content, related.source_url, related.id::text)
    from articles as related
    where story.origin = 'sample' and related.origin = 'sample'
      and strpos(story.content, 'data-article="' || related.source_url || '"') > 0`)
}

/**
 * Loads the sample edition into a site that has removed it, or was started without it.
 *
 * @returns the number of articles
 */
export async function reloadSampleEdition(db: Db, uploads: Bucket, by: Actor, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // Prevents the server from loading or removing it again.
    await runOnce(tx, 'sample edition', async () => {})
    const created = await loadSampleEdition(tx, uploads, now)
    if (created > 0)
      await recordAudit(tx, { by, action: 'sample-edition.load', subject: formatCount(created, 'article') })
    return created
  })
}

/**
 * It is not reloaded automatically.
 *
 * @returns the number of articles
 */
export async function removeSampleEdition(db: Db, by: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    await runOnce(tx, 'sample edition', async () => {})
    await tx.delete(articleIdentities).where(like(articleIdentities.key, `${KEY_PREFIX}%`))
    const removed = await tx
      .delete(articles)
      .where(eq(articles.origin, 'sample'))
      .returning({ id: articles.id })
    await removeSampleUploads(tx)
    if (removed.length > 0)
      await recordAudit(tx, {
        by,
        action: 'sample-edition.remove',
        subject: formatCount(removed.length, 'article'),
      })
    return removed.length
  })
}

export async function countSampleEdition(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from ${articles} where ${articles.origin} = 'sample'`,
  )
  return rows[0]?.count ?? 0
}

export async function isEmptySite(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select exists (select from ${articles}) as some`)
  return rows[0]?.some === false
}

function categoryOf(fileName: string): Category {
  const category = parseCategory(basename(fileName, '.json'))
  if (!category) throw new Error(`No category has the name of the sample edition's ${fileName}`)
  return category
}

function readDocument(text: string, now: Date): Document {
  const { items, ...rest } = edition.parse(JSON.parse(text))
  const extensions = new Map(items.map(({ url, _masthead }) => [new URL(url).href, _masthead]))
  // The ingest pipeline takes the texts of feeds, which have no blocks.
  const contents = new Map(items.map(({ url, content_html }) => [new URL(url).href, content_html]))
  // A story with files of the library has its lead image there too.
  function imageOf(url: string): string {
    const image = extensions.get(url)?.image ?? ''
    return hasSampleUploads(contents.get(url) ?? '') ? sampleUploadUrl(image) : `/samples/${image}`
  }
  const dated = items.map(({ _masthead, ...item }) => ({
    ...item,
    date_published: new Date(now.getTime() - _masthead.hours_ago * HOUR_MS).toISOString(),
  }))
  const feedUrl = 'https://example.org/sample/'
  const parsed = parseFeed(JSON.stringify({ ...rest, items: dated }), feedUrl)
  if (parsed.kind === 'invalid') throw new Error(`The sample edition cannot be read: ${parsed.reason}`)
  const normal = normaliseFeed(parsed.feed, { feedUrl, now })
  return {
    extensions,
    items: normal.items.map((item) => ({
      ...item,
      itemId: null,
      content: contents.get(item.sourceUrl ?? '') ?? item.content,
      keys: item.keys.map((key) => KEY_PREFIX + key),
      imageUrl: imageOf(item.sourceUrl ?? ''),
      imageAlt: extensions.get(item.sourceUrl ?? '')?.alt ?? null,
      // The files never change.
      hash: '',
      mark: '',
    })),
  }
}
