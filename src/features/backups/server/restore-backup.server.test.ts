import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimUploadsFolder, isUploadsFolderShared } from '#features/media/server/uploads-folder.server.ts'
import { listKnownMigrations } from '#platform/database/apply-migrations.server.ts'
import { GuardedPool } from '#platform/database/guarded-pool.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { openSiteSession } from '#platform/postgres/site-session.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { createBackup } from './create-backup.server.ts'
import { restoreBackup } from './restore-backup.server.ts'
import { verifyBackup } from './verify-backup.server.ts'

vi.setConfig({ testTimeout: 120_000 })

/** `folder` contains the migrations in place of the project's. */
const migrations = vi.hoisted((): { folder: string | undefined } => ({ folder: undefined }))
vi.mock('#platform/process/project-file.server.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#platform/process/project-file.server.ts')>()
  return {
    projectFile: (...segments: string[]) =>
      migrations.folder ? join(migrations.folder, ...segments) : original.projectFile(...segments),
  }
})

const NOW = new Date('2026-11-23T08:00:00Z')
const original = await createTestDatabase()
const created = await createTestDatabase()
/** A connection without the name that servers of Masthead use. */
const restored = { ...created, pool: new GuardedPool({ connectionString: created.url, max: 2 }) }
const { pool } = original
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await restored.pool.end()
  await Promise.all([original.drop(), created.drop()])
})

const uploads = (name: string) => join(folder, name, 'article-images')
beforeEach(async () => {
  for (const name of ['original', 'restored']) {
    await rm(join(folder, name), { recursive: true, force: true })
    await mkdir(uploads(name), { recursive: true })
  }
})

const passphrase = async () => 'correct horse'
async function backUp(
  options: { passphrase?: string; onProgress?: (step: string) => void } = {},
): Promise<Buffer> {
  const target = new PassThrough()
  const source = { databaseUrl: original.url, uploads: openBucket(uploads('original')) }
  const [bytes] = await Promise.all([buffer(target), createBackup(source, target, { cost: 10, ...options })])
  return bytes
}
const streamOf = (bytes: Uint8Array) => Readable.from([Buffer.from(bytes)], { objectMode: false })
const target = {
  databaseUrl: restored.url,
  get uploads() {
    return { bucket: openBucket(uploads('restored')), folder: uploads('restored') }
  },
}
type Options = { replace?: boolean; isMove?: boolean; onProgress?: (step: string) => void }
const restore = (bytes: Uint8Array, options: Options = { replace: true }) =>
  restoreBackup(target, streamOf(bytes), { passphrase, now: NOW, ...options })

const CONTENTS = `
  select relname as name, query_to_xml(format('select * from %I order by %I::text', relname, relname), true, true, '')::text as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
const contentsOf = async (database: Pick<TestDatabase, 'pool'>) => (await database.pool.query(CONTENTS)).rows
const STRUCTURE = `
  select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
    join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select '', hash, created_at::text from drizzle.__drizzle_migrations
  order by 1, 2, 3`
const structureOf = async (database: Pick<TestDatabase, 'pool'>) =>
  (await database.pool.query(STRUCTURE)).rows
const filesIn = async (path: string) =>
  Promise.all(
    (await readdir(path))
      .sort()
      .map(async (name) => [name, (await readFile(join(path, name))).toString('hex')]),
  )

type Site = {
  articles: { title: string; content: string; date: Date }[]
  settings: Record<string, string>
  batches: object[]
  files: Record<string, Uint8Array>
}
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''))
const article = fc.record({
  title: text.map((value) => `T${value}`),
  content: fc.oneof(text, fc.constantFrom('\\.', '\\N', 'a\tb\nc\\d', '\r\n', 'é'.repeat(3_000))),
  date: fc.date({ min: new Date('1000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
})
const site: fc.Arbitrary<Site> = fc.record({
  articles: fc.array(article, { maxLength: 8 }),
  settings: fc.dictionary(fc.stringMatching(/^x_[a-z]{1,10}$/), text, { maxKeys: 4 }),
  batches: fc.array(fc.dictionary(text, text), { maxLength: 3 }),
  files: fc.dictionary(fc.stringMatching(/^[a-z]{1,20}\.webp$/), fc.uint8Array({ maxLength: 5_000 }), {
    maxKeys: 4,
  }),
})

async function fill({ articles, settings, batches, files }: Site): Promise<void> {
  await pool.query(
    `truncate users, articles, drafts, site_settings, newsletter_campaigns, newsletter_subscribers, publications cascade`,
  )
  for (const { title, content, date } of articles)
    await pool.query(
      `insert into articles (title, content, origin, published_at) values ($1, $2, 'editor', $3)`,
      [title, content, date],
    )
  for (const entry of Object.entries(settings))
    await pool.query('insert into site_settings values ($1, $2)', entry)
  const draft = crypto.randomUUID()
  await pool.query(
    `insert into drafts (id, fields) values ($1, '{"title": "A \\u2028 title", "author": "", "category": "News"}')`,
    [draft],
  )
  for (const [index, batch] of batches.entries())
    await pool.query(
      "insert into draft_steps (draft_id, version, steps, seen, client, batch) values ($1, $2, $3, 0, 'a', $2)",
      [draft, index + 1, JSON.stringify([batch])],
    )
  await rm(uploads('original'), { recursive: true })
  await mkdir(uploads('original'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(uploads('original'), name), bytes)
}
const sample = {
  articles: [{ title: 'One', content: 'Text', date: new Date('2026-01-01') }],
  settings: {},
  batches: [],
  files: { 'a.webp': new Uint8Array([1, 2, 3]) },
}

/** Campaigns that are being sent or scheduled, and a session. */
const SENDING = `
  insert into newsletter_campaigns (template, subject, html, text) values ('announcement', 'News', '', '');
  insert into newsletter_campaigns (template, subject, content, html, text, state, planned_at) values
    ('announcement', 'Before', 'B', '', '', 'scheduled', '2000-01-01'), ('announcement', 'Later', 'L', '', '', 'scheduled', '2100-01-01');
  insert into users (id, full_name, email) values ('00000000-0000-4000-8000-000000000001', 'A', 'a@example.org');
  insert into sessions (id, user_id, token, expires_at) values
    (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'token', '2030-01-01')`

const isShared = (database: Pick<TestDatabase, 'pool'>, name: string) =>
  isUploadsFolderShared(drizzle({ client: database.pool }), openBucket(uploads(name)))

describe('a restored backup', () => {
  it('of a move equals the site: tables, structure, sequences and uploads', async () => {
    await fc.assert(
      fc.asyncProperty(site, async (generated) => {
        await fill(generated)
        await pool.query(SENDING)
        await restore(await backUp({ passphrase: 'correct horse' }), { replace: true, isMove: true })
        expect(await contentsOf(restored)).toEqual(await contentsOf(original))
        expect(await filesIn(uploads('restored'))).toEqual(await filesIn(uploads('original')))
      }),
      // Each run restores a database. Without shrinking, which would take minutes.
      { numRuns: 1, endOnFailure: true },
    )
    expect(await structureOf(restored)).toEqual(await structureOf(original))
    const next = (database: Pick<TestDatabase, 'pool'>) =>
      database.pool.query(`select nextval('publications_seq_seq') as next`).then(({ rows }) => rows[0])
    expect(await next(restored)).toEqual(await next(original))
  })

  it('is one moment of the database, and its tables and the first 500 uploads are reported', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `${index}.webp`)
    await fill({ ...sample, files: Object.fromEntries(names.map((name) => [name, new Uint8Array([1])])) })
    const steps: string[] = []
    let changing: Promise<unknown> | undefined
    const bytes = await backUp({
      onProgress(step) {
        steps.push(step)
        if (step === 'articles') changing = pool.query(`insert into site_settings values ('x_later', 'yes')`)
      },
    })
    await changing
    expect(steps).toEqual(expect.arrayContaining(['articles', 'users']))
    expect(steps.slice(-2)).toEqual(['uploads', 'uploads: 500 of 501'])
    steps.length = 0
    await restore(bytes, { replace: true, onProgress: (step) => steps.push(step) })
    expect(steps.slice(-3)).toEqual(['uploads', 'uploads: 500', 'indexes'])
    const { rows } = await restored.pool.query(`select from site_settings where setting_name = 'x_later'`)
    expect(rows).toEqual([])
  })

  it('sends no email again, ends all sessions, and has an uploads folder of its own', async () => {
    await fill(sample)
    await pool.query(SENDING)
    await claimUploadsFolder(original.db, openBucket(uploads('original')), { isExclusive: false })
    const bytes = await backUp()
    // The id of another site.
    await writeFile(join(uploads('restored'), '.masthead-folder'), 'another\n')
    for (const _ of ['first', 'second']) {
      await restore(bytes)
      expect(await isShared(restored, 'restored')).toBe(true)
      expect(await isShared(restored, 'original')).toBe(false)
    }
    expect(await isShared(original, 'original')).toBe(true)
    const { rows } = await restored.pool.query(
      `select subject, state, failure from newsletter_campaigns order by subject`,
    )
    const failure = expect.stringContaining('restored from a backup')
    expect(rows).toEqual([
      { subject: 'Before', state: 'cancelled', failure },
      { subject: 'Later', state: 'scheduled', failure: null },
      { subject: 'News', state: 'paused', failure },
    ])
    expect((await restored.pool.query('select from sessions')).rowCount).toBe(0)
    const { rows: since } = await restored.pool.query(
      `select setting_value as since from site_settings where setting_name = 'newsletter_digest_since'`,
    )
    expect(since).toEqual([{ since: NOW.toISOString() }])
  })

  it('of a site that moves to another database keeps the uploads folder', async () => {
    await fill(sample)
    await claimUploadsFolder(original.db, openBucket(uploads('original')), { isExclusive: false })
    const stream = new PassThrough()
    await Promise.all([
      createBackup({ databaseUrl: original.url, uploads: undefined }, stream),
      restoreBackup({ databaseUrl: restored.url, uploads: undefined }, stream, {
        passphrase,
        replace: true,
        isMove: true,
      }),
    ])
    expect(await isShared(restored, 'original')).toBe(true)
    expect(await isShared(restored, 'restored')).toBe(false)
  })
})

describe('verifyBackup', () => {
  it('returns the counts of a correct backup and leaves the scratch database unchanged', async () => {
    await fill(sample)
    const bytes = await backUp({ passphrase: 'correct horse' })
    const { tables, uploads: found } = await verifyBackup(restored.url, streamOf(bytes), { passphrase })
    expect(tables.find(({ name }) => name === 'articles')?.rows).toBe(1)
    expect(found).toEqual({ count: 1, bytes: 3 })
    expect(await structureOf(restored)).toEqual(await structureOf(original))
  })
})

describe('restoreBackup', () => {
  const marker = () =>
    restored.pool.query(`insert into site_settings values ('x_marker', 'before') on conflict do nothing`)
  const hasMarker = async () =>
    (await restored.pool.query(`select from site_settings where setting_name = 'x_marker'`)).rowCount === 1

  it('refuses a site with content, unless it is to be replaced', async () => {
    await fill(sample)
    const bytes = await backUp()
    await restored.pool.query(`insert into articles (title) values ('Of this site')`)
    await marker()
    await expect(restore(bytes, {})).rejects.toThrow('The site already has content (articles). Use --replace')
    expect(await hasMarker()).toBe(true)
    await restored.pool.query('truncate articles, drafts cascade')
    await restore(bytes, {})
    expect(await hasMarker()).toBe(false)
  })

  it('refuses a database with tables of another application, and one that is in use', async () => {
    await fill(sample)
    const bytes = await backUp()
    await restored.pool.query('create table invoices (id int)')
    await expect(restore(bytes)).rejects.toThrow("tables that are not Masthead's (invoices)")
    await restored.pool.query('drop table invoices')
    const site = await openSiteSession(restored.url)
    await expect(restore(bytes)).rejects.toThrow('Masthead is running on this database: process ')
    await site.close()
  })

  it('changes nothing for a backup that was cut off, or of another passphrase', async () => {
    await fill(sample)
    const bytes = await backUp()
    await marker()
    await expect(restore(bytes.subarray(0, bytes.length * 0.7))).rejects.toThrow('The backup is damaged')
    const encrypted = await backUp({ passphrase: 'another one' })
    await expect(restore(encrypted)).rejects.toThrow('The passphrase does not match this backup.')
    expect(await hasMarker()).toBe(true)
    expect(await filesIn(uploads('restored'))).toEqual([])
    expect(await readdir(join(folder, 'restored'))).toEqual(['article-images'])
  })

  it('migrates the backup of an earlier version', async () => {
    await fill(sample)
    const bytes = await backUp()
    migrations.folder = await addMigration(`ALTER TABLE articles ADD COLUMN later text DEFAULT 'new';`)
    try {
      await restore(bytes)
    } finally {
      migrations.folder = undefined
    }
    const { rows } = await restored.pool.query('select title, later from articles')
    expect(rows).toEqual([expect.objectContaining({ later: 'new' })])
    const applied = await restored.pool.query('select from drizzle.__drizzle_migrations')
    expect(applied.rows).toHaveLength(listKnownMigrations().length + 1)
  })
})

/** Copies the migrations with a later one. @returns the folder that contains `migrations` */
async function addMigration(statement: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'later-'))
  await cp(projectFile('migrations'), join(copy, 'migrations'), { recursive: true })
  const meta = join(copy, 'migrations', 'meta')
  const journal = JSON.parse(await readFile(join(meta, '_journal.json'), 'utf8'))
  const { idx, when, ...rest } = journal.entries.at(-1)
  journal.entries.push({ ...rest, idx: idx + 1, when: when + 1, tag: '9999_later' })
  await writeFile(join(meta, '_journal.json'), JSON.stringify(journal))
  await writeFile(join(copy, 'migrations', '9999_later.sql'), statement)
  const number = (index: number) => String(index).padStart(4, '0')
  await rename(join(meta, `${number(idx)}_snapshot.json`), join(meta, `${number(idx + 1)}_snapshot.json`))
  return copy
}
