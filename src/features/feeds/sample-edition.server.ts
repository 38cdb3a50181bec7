import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { CATEGORIES, type Category } from '#domain/category.ts'
import type { ItemWithHash } from '#domain/feeds/decide-items.ts'
import { normaliseFeed } from '#domain/feeds/normalise-feed.ts'
import { parseFeed } from '#domain/feeds/parse-feed.ts'
import { articleIdentities, articles } from '#features/articles/schema.ts'
import type { Db } from '#platform/db.server.ts'
import { projectFile } from '#platform/project-file.server.ts'
import { storeItems } from './store-items.server.ts'

/** What the edition's JSON Feeds carry beside the standard: the picture, and an age in place of a date. */
const edition = z.looseObject({
  items: z.array(
    z.looseObject({
      url: z.string(),
      _masthead: z.object({ picture: z.string(), hours_ago: z.number(), breaking: z.boolean().optional() }),
    }),
  ),
})

/** Loads the sample edition through the pipeline that feeds take. Stories that are there already stay as they are. */
export async function loadSampleEdition(db: Db, now: Date, folder = projectFile('samples', 'edition')): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const documents = await Promise.all(
    files.map(async (name) => ({ category: categoryOf(name), text: await readFile(join(folder, name), 'utf8') })),
  )
  return db.transaction(async (tx) => {
    let created = 0
    for (const { category, text } of documents) {
      const { items, breaking } = readDocument(text, now)
      const owner = { origin: 'sample', feedId: null, category, isBreaking: (item: ItemWithHash) => breaking.has(item.sourceUrl) } as const
      created += (await storeItems(tx, items, owner, now)).created
    }
    return created
  })
}

/** Removes the sample edition and all trace of it, so that it may be loaded again. */
export async function removeSampleEdition(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const samples = tx.select({ id: articles.id }).from(articles).where(eq(articles.origin, 'sample'))
    await tx.delete(articleIdentities).where(inArray(articleIdentities.articleId, samples))
    const removed = await tx.delete(articles).where(eq(articles.origin, 'sample')).returning({ id: articles.id })
    return removed.length
  })
}

/** Whether the paper has no article at all. */
export async function isEmptyPaper(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select exists (select from ${articles}) as some`)
  return rows[0]?.some === false
}

function categoryOf(fileName: string): Category {
  const name = basename(fileName, '.json')
  const category = CATEGORIES.find((category) => category.toLowerCase() === name)
  if (!category) throw new Error(`No category is called ${name} (samples/edition/${fileName})`)
  return category
}

function readDocument(text: string, now: Date): { items: ItemWithHash[]; breaking: Set<string | null> } {
  const { items, ...rest } = edition.parse(JSON.parse(text))
  const details = new Map(items.map(({ url, _masthead }) => [url, _masthead]))
  const dated = items.map(({ _masthead, ...item }) => ({
    ...item,
    date_published: new Date(now.getTime() - _masthead.hours_ago * 3_600_000).toISOString(),
  }))
  const parsed = parseFeed(JSON.stringify({ ...rest, items: dated }))
  if (parsed.kind === 'invalid') throw new Error(`The sample edition cannot be read: ${parsed.reason}`)
  const normal = normaliseFeed(parsed.feed, { feedUrl: 'https://example.org/sample/', now })
  return {
    items: normal.items.map((item) => ({
      ...item,
      imageUrl: `/samples/${details.get(item.sourceUrl ?? '')?.picture}`,
      hash: createHash('sha256').update(item.keys.join('\n')).digest('hex'),
    })),
    breaking: new Set(items.filter(({ _masthead }) => _masthead.breaking).map(({ url }) => url)),
  }
}
