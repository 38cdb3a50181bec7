import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { OWN_FORMAT, OWN_TABLES, OWN_VERSION } from '#features/exports/rules/own-format.ts'
import { createPaper } from '#features/exports/testing/paper.ts'
import { unzip } from '#features/exports/testing/unzip.ts'
import { DEFAULT_LOOK, type Look } from '#features/looks/rules/look.ts'
import { findLookFile, storeLookImage } from '#features/looks/server/look-images.server.ts'
import { findLook, publishLook, saveLookDraft } from '#features/looks/server/looks.server.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import type { Db } from '#platform/database/db.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { importOptions } from '../../rules/import-options.ts'
import { writeZip } from '../../testing/write-zip.ts'
import { checkSource } from '../check-source.server.ts'
import { addImport, findImport } from '../imports.server.ts'
import { openSource, paperOf } from '../open-source.server.ts'
import { runImport } from '../run-import.server.ts'

const paper = await createPaper()
const other = await createTestDatabase()
const dir = await mkdtemp(join(tmpdir(), 'restore-paper-'))
const bucket = openBucket(join(dir, 'bucket'))
const services = { db: other.db, bucket, dir: join(dir, 'temporary') }
afterAll(async () => {
  await Promise.all([paper.drop(), other.drop()])
  await rm(dir, { recursive: true })
})

const CONTENT = OWN_TABLES.filter((table) => table !== 'categories')

async function clear(): Promise<void> {
  await paper.clear()
  await emptyTables(other.pool, 'import_items', 'imports')
  await emptyTables(other.pool, ...CONTENT.toReversed().filter((table) => table !== 'front_publications'))
  await rm(join(dir, 'bucket'), { recursive: true, force: true })
}
beforeEach(clear)

/** Columns that name accounts, which are not exported, and settings of a site. */
async function rowsOf({ pool }: Pick<TestDatabase, 'pool'>) {
  const tables: Record<string, unknown[]> = {}
  for (const table of CONTENT) {
    const { rows } = await pool.query(
      `select to_jsonb(x) - '{owner_id,created_by,updated_by,deleted_by,assignee_id,by,approved_by,uploaded_by,user_id}'::text[] as row
       from ${table} x ${table === 'site_settings' ? "where setting_name not in ('imported_paper', 'uploads_folder_id')" : ''} order by 1`,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

async function publish(db: Db, look: Look): Promise<void> {
  const saved = await saveLookDraft(db, COMMAND_LINE_ACTOR, { look, version: '' }, NOW)
  if (saved.kind !== 'saved') throw new Error(`The look is ${saved.kind}`)
  await publishLook(db, COMMAND_LINE_ACTOR, { id: randomUUID(), version: saved.version }, NOW)
}

async function exportToFile(): Promise<string> {
  const path = join(dir, `${randomUUID()}.zip`)
  await writeFile(path, await paper.export({ format: 'masthead', withSubscribers: true }))
  return path
}

async function restore(path: string, signal = new AbortController().signal) {
  const source = await openSource(path)
  try {
    const id = randomUUID()
    const options = importOptions.parse({})
    await addImport(other.db, COMMAND_LINE_ACTOR, { id, name: 'paper.zip', path, options, state: 'running' })
    const running = { id, source: paperOf(source) }
    await runImport({ ...services, outbound: null }, COMMAND_LINE_ACTOR, source, options, running, signal)
    return await findImport(other.db, id)
  } finally {
    await source[Symbol.asyncDispose]()
  }
}

/** Letters of several scripts and what JSON, HTML and SQL escape. */
const character = fc.constantFrom(...'abcÄßЖ漢العé😀 0123&<>"\'\\$%{}[],;:\u2028')
const text = fc.string({ unit: character, maxLength: 40 })
const line = text.filter((value) => /[\p{L}\p{N}]/u.test(value))

const generated = fc.record({
  articles: fc.array(
    fc.record({
      title: line,
      summary: text,
      paragraphs: fc.array(text, { maxLength: 3 }),
      state: fc.constantFrom('draft', 'published', 'changed', 'corrected', 'withdrawn'),
      hasImage: fc.boolean(),
      hasAuthor: fc.boolean(),
      hasTopic: fc.boolean(),
      isUnlisted: fc.constantFrom(true, null),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  names: fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: (name) => name.toLowerCase() }),
  redirects: fc.uniqueArray(fc.nat(9_999), { maxLength: 5 }),
})

const toHtml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function write(given: typeof generated extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const [name = 'Name'] = given.names
  const author = await paper.addAuthor(name.trim(), `author-${randomUUID()}`)
  const topics: string[] = []
  for (const each of given.names) topics.push(await paper.addTopic(each.trim(), randomUUID()))
  const image = `/storage/article-images/${await paper.upload()}`
  for (const number of given.redirects)
    await paper.pool.query(
      `insert into redirects (from_path, target, origin, hits) values ($1, '/news', 'import', 9007199254740993)`,
      [`/old/${number}`],
    )
  for (const { title, summary, paragraphs, state, ...more } of given.articles) {
    const id = randomUUID()
    const form = {
      title,
      summary: toHtml(summary),
      content: paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>`).join(''),
      isUnlisted: more.isUnlisted,
      ...(more.hasImage && { imageUrl: image, imageAlt: '' }),
      ...(more.hasAuthor && { byline: writeByline([author]), author: author.name }),
    }
    if (state === 'draft') await paper.save(form, { id })
    else await paper.publish(form, { id })
    if (state === 'changed') await paper.edit({ title: `${title}!` }, { id })
    if (state === 'corrected')
      await paper.publish(
        { title: `${title}?` },
        {
          id,
          now: LATER,
          updateKind: 'correction',
          correction: { kind: 'correction', text: 'It was wrong.' },
        },
      )
    if (state === 'withdrawn')
      await withdrawArticle(paper.db, paper.ada, { publicationId: randomUUID(), id, reason: 'Why' }, LATER)
    if (more.hasTopic)
      for (const topic of topics)
        await paper.pool.query('insert into article_topics (article_id, topic_id) values ($1, $2)', [
          id,
          topic,
        ])
  }
}

describe('a paper that is exported and imported', () => {
  it('is the same paper', async () => {
    await fc.assert(
      fc
        .asyncProperty(generated, async (given) => {
          await write(given)
          await restore(await exportToFile())
          expect(await rowsOf(other)).toEqual(await rowsOf(paper))
          for (const { file } of (await paper.pool.query('select file from media')).rows)
            expect(await bucket.read(file)).toEqual(await paper.bucket.read(file))
        })
        .beforeEach(clear),
      { numRuns: 2, endOnFailure: true },
    )
  })

  it('has its live coverage, notes with replies, fronts, subscribers and settings', async () => {
    const id = await paper.publishArticle({ title: 'Vote' })
    const { pool } = paper
    await pool.query(
      `insert into live_posts (id, article_id, seq, state, body, published_at) values (gen_random_uuid(), $1, 1, 'published', '<p>Now</p>', $2)`,
      [id, NOW],
    )
    const [parent, reply] = ['ffffffff-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000']
    await pool.query(
      `insert into notes (id, article_id, parent_id, text, by, at) values ($1, $3, null, 'Sure?', $4, $5), ($2, $3, $1, 'Yes', $4, $5)`,
      [parent, reply, id, paper.ada.id, NOW],
    )
    await pool.query(`insert into newsletter_subscribers (email, is_active) values ('a@example.org', false)`)
    await pool.query(
      `insert into site_settings values ('site_name', 'The Courier') on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    )
    await restore(await exportToFile())
    expect(await rowsOf(other)).toEqual(await rowsOf(paper))
  })

  it('has its look, replaced phrases and the languages of its articles', async () => {
    const logo = await sharp({ create: { width: 600, height: 120, channels: 4, background: '#0b4a33' } })
      .png()
      .toBuffer()
    const stored = await storeLookImage(paper.db, 'wordmark', logo, NOW)
    if (stored.kind === 'rejected') throw new Error(stored.reason)
    const look = {
      ...DEFAULT_LOOK,
      accent: '#0b4a33',
      tagline: 'Le journal\u00a0: tout',
      wordmark: stored.image,
    }
    await publish(paper.db, { ...DEFAULT_LOOK, accent: '#0a58a8' })
    await publish(paper.db, look)
    await saveLookDraft(paper.db, paper.ada, { look: { ...look, header: 'centred' }, version: '' }, NOW)
    await paper.pool.query(
      `insert into phrases (language, english, forms) values ('fr', 'Home', '{"other":"La une"}')`,
    )
    await paper.publishArticle({ title: 'أخبار', language: 'ar' })
    // The look of the site before the import.
    await publish(other.db, { ...DEFAULT_LOOK, accent: '#7a1f1f' })

    await restore(await exportToFile())
    const restored = await rowsOf(other)
    expect(restored).toMatchObject({ ...(await rowsOf(paper)), looks: expect.anything() })
    expect(restored.articles).toMatchObject([{ language: 'ar' }])
    const { draft, published, history } = await findLook(other.db)
    expect(published).toEqual(look)
    expect(draft).toEqual({ ...look, header: 'centred' })
    expect(history.map(({ look }) => look.accent)).toEqual(['#0b4a33', '#0a58a8', '#7a1f1f'])
    for (const name of ['wordmark.png', 'wordmark.avif']) {
      const file = { image: stored.image.hash, name }
      expect(await findLookFile(other.db, file)).toEqual(await findLookFile(paper.db, file))
    }
  })

  it('continues to be edited: new numbers follow those of the paper', async () => {
    await paper.publishArticle({ title: 'One' })
    await restore(await exportToFile())
    const next = (pool: TestDatabase['pool']) =>
      pool.query(
        `select nextval(pg_get_serial_sequence('publications', 'seq'))::int as next, max(seq)::int as last from publications`,
      )
    const { rows } = await next(other.pool)
    expect(rows[0].next).toBeGreaterThan(rows[0].last)
  })
})

describe('an import of an export', () => {
  it('counts what comes in a dry run, and what came', async () => {
    await paper.publishArticle({ title: 'One' })
    await paper.addTopic('Tides', 'tides')
    const path = await exportToFile()
    const source = await openSource(path)
    const { signal } = new AbortController()
    const report = await checkSource(other.db, source, importOptions.parse({}), signal, NOW)
    await source[Symbol.asyncDispose]()
    expect(report).toEqual({
      items: {
        article: { created: { count: 1, examples: ['One'] } },
        topic: { created: { count: 1, examples: ['Tides'] } },
      },
      losses: [],
    })
    expect((await other.pool.query('select from articles')).rowCount).toBe(0)
    expect((await restore(path))?.results).toMatchObject({
      article: { created: { count: 1 } },
      topic: { created: { count: 1 } },
    })
  })

  it('continues where it was interrupted', async () => {
    for (let number = 0; number < 2; number += 1)
      await paper.publishArticle({
        title: `Story ${number}`,
        imageUrl: `/storage/article-images/${await paper.upload()}`,
      })
    const path = await exportToFile()
    const aborted = (calls: number): AbortSignal => {
      let left = calls
      return {
        throwIfAborted: () => {
          if (left-- === 0) throw new Error('Interrupted')
        },
      } as unknown as AbortSignal
    }
    let isDone = false
    for (let calls = 0; !isDone; calls += 5)
      isDone = await restore(path, aborted(calls)).then(
        () => true,
        (error) => {
          expect(error.message).toBe('Interrupted')
          return false
        },
      )
    expect(await rowsOf(other)).toEqual(await rowsOf(paper))
    await restore(path)
    expect(await rowsOf(other)).toEqual(await rowsOf(paper))
    expect(await readdir(join(dir, 'temporary'))).toEqual([])
  })

  it('keeps the settings of this site and machine', async () => {
    const header = {
      ...{ format: OWN_FORMAT, version: OWN_VERSION, createdAt: NOW.toISOString() },
      ...{ siteUrl: 'https://courier.example', siteName: 'The Courier', tables: ['site_settings'] },
    }
    const settings = ['uploads_folder_id', 'imported_paper', 'site_name'].map((name) =>
      JSON.stringify({ setting_name: name, setting_value: 'other' }),
    )
    const path = join(dir, `${randomUUID()}.zip`)
    const write = (lines: readonly string[]) =>
      writeFile(
        path,
        writeZip([
          { name: 'masthead.json', content: JSON.stringify(header) },
          { name: 'rows/site_settings.jsonl', content: lines.join('\n') },
        ]),
      )
    await write(settings)
    await other.pool.query(`insert into site_settings values ('uploads_folder_id', 'own')`)
    await restore(path)
    const { rows } = await other.pool.query(
      `select setting_value from site_settings where setting_name in ('uploads_folder_id', 'imported_paper', 'site_name') order by setting_name`,
    )
    expect(rows.map(({ setting_value }) => setting_value)).toEqual([
      `https://courier.example ${NOW.toISOString()}`,
      'other',
      'own',
    ])
    // Lines that are rows only together.
    await write([`{"setting_name":"a","setting_value":"b"},${settings[0]}`])
    await expect(restore(path)).rejects.toThrow('The export is damaged: rows/site_settings.jsonl')
  })

  it('is refused if the site has another paper', async () => {
    await paper.publishArticle({ title: 'One' })
    await other.pool.query(`insert into articles (title) values ('Of another paper')`)
    await expect(restore(await exportToFile())).rejects.toThrow('This site already has articles')
  })

  it('is refused if a file is larger than those that are uploaded, whatever the export says', async () => {
    const folder = await mkdtemp(join(dir, 'folder-'))
    const header = {
      ...{ format: OWN_FORMAT, version: OWN_VERSION, createdAt: NOW.toISOString() },
      ...{ siteUrl: 'https://courier.example', siteName: 'The Courier', tables: [] },
    }
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/talk.mp4'), '')
    await truncate(join(folder, 'files/talk.mp4'), 600_000_000)
    await writeFile(join(folder, 'masthead.json'), JSON.stringify(header))
    const file = { name: 'talk.mp4', bytes: 600_000_000, sha256: '0'.repeat(64) }
    await writeFile(join(folder, 'files.jsonl'), `${JSON.stringify(file)}\n`)
    await expect(restore(folder)).rejects.toThrow('files/talk.mp4 is larger than')
  })

  it('is refused if a file is not as it was written', async () => {
    const name = await paper.upload()
    const entries = await unzip(await paper.export({ format: 'masthead' }))
    const folder = await mkdtemp(join(dir, 'folder-'))
    const content = entries.get(`files/${name}`) ?? Buffer.alloc(0)
    content[100] = (content[100] ?? 0) + 1
    for (const [path, bytes] of entries) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    }
    await expect(restore(folder)).rejects.toThrow(`The export is damaged: files/${name}`)
    expect(await bucket.has(name)).toBe(false)
  })
})
