import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { storeUpload } from '#features/media/server/store-upload.server.ts'
import { stripes } from '#features/media/testing/library-fixture.ts'
import { createNewsroom, NOW } from '#features/publishing/testing/newsroom.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { type ExportOptions, writeExport } from '../server/write-export.server.ts'

export const ORIGIN = 'https://courier.example'

/** A paper with a library on a database and a folder of its own. */
export async function createPaper() {
  const newsroom = await createNewsroom()
  const { db, pool, ada } = newsroom
  const dir = await mkdtemp(join(tmpdir(), 'paper-'))
  const bucket = openBucket(join(dir, 'bucket'))

  return {
    ...newsroom,
    bucket,
    async drop() {
      await newsroom.database.drop()
      await rm(dir, { recursive: true })
    },
    async clear() {
      await newsroom.clear()
      await emptyTables(
        pool,
        'authors',
        'topics',
        'media',
        'redirects',
        'newsletter_subscribers',
        'phrases',
        'looks',
        'look_files',
      )
    },
    /** @returns the name of the image */
    async upload(): Promise<string> {
      const path = join(dir, randomUUID())
      await writeFile(path, await stripes())
      const stored = await storeUpload(
        { db, bucket },
        ada,
        { path, name: 'photo.jpg', id: randomUUID() },
        NOW,
      )
      if (stored.kind === 'rejected') throw new Error(stored.reason)
      return stored.url.split('/').at(-1) ?? ''
    },
    async addAuthor(name: string, slug: string): Promise<{ id: string; name: string; role: string }> {
      const id = randomUUID()
      await pool.query('insert into authors (id, slug, name, biography) values ($1, $2, $3, $4)', [
        ...[id, slug, name, `${name} writes.`],
      ])
      return { id, name, role: '' }
    },
    async addTopic(name: string, slug: string): Promise<string> {
      const id = randomUUID()
      await pool.query('insert into topics (id, slug, name) values ($1, $2, $3)', [id, slug, name])
      return id
    },
    /** @returns the id of a published article */
    async publishArticle(form: Partial<ArticleForm>, topicIds: readonly string[] = []): Promise<string> {
      const id = randomUUID()
      const outcome = await newsroom.publish(form, { id })
      if (outcome.kind !== 'published') throw new Error(`The article is ${outcome.kind}`)
      for (const topic of topicIds)
        await pool.query('insert into article_topics (article_id, topic_id) values ($1, $2)', [id, topic])
      return id
    },
    async export(options: Pick<ExportOptions, 'format'> & Partial<ExportOptions>): Promise<Buffer> {
      const chunks: Buffer[] = []
      const target = new Writable({
        write(chunk, _, done) {
          chunks.push(Buffer.from(chunk))
          done()
        },
      })
      await writeExport(db, target, { bucket, origin: ORIGIN, address: ORIGIN, now: NOW, ...options })
      return Buffer.concat(chunks)
    },
  }
}
