import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary } from '#features/media/testing/library-fixture.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { WXR_NAMES, writeWxr } from '../testing/write-wxr.ts'
import { continueImport, withImportLock } from './import-runner.server.ts'
import { addImport, findActiveImport, findImport, listImports, startImport } from './imports.server.ts'
import { openExportStore } from './uploaded-exports.server.ts'

const { db, pool, url, bucket, dir } = await openLibrary()
const exports = openExportStore({ DATA_DIR: dir })
const services = {
  db,
  bucket,
  dir,
  exports,
  outbound: null,
  onError: (error: unknown) => expect.fail(String(error)),
}
const by = COMMAND_LINE_ACTOR
const options = DEFAULT_OPTIONS

async function addExport(content?: string): Promise<{ id: string; path: string }> {
  const id = randomUUID()
  const path = exports.pathOf(id)
  if (content !== undefined) await exports.bucket.put(id, Buffer.from(content))
  await addImport(db, by, { id, name: 'courier.xml', path, options, state: 'checking' })
  return { id, path }
}

async function continueNext(): Promise<void> {
  const active = await findActiveImport(db)
  if (!active) return expect.fail('No import is active')
  await continueImport(services, active, new AbortController().signal)
}

it('checks an export without storing anything of it, then imports it and deletes the file', async () => {
  const posts = [
    { id: 1, content: '<iframe src="https://maps.example/x"></iframe>' },
    { id: 2, type: 'page' },
  ]
  const { id, path } = await addExport(writeWxr(posts, WXR_NAMES))
  await continueNext()
  const checked = await findImport(db, id)
  expect(checked).toMatchObject({
    format: 'wordpress',
    state: 'ready',
    done: 0,
    report: {
      items: {
        article: { created: { count: 2, examples: ['Post 1', 'Post 2'] } },
        person: { created: { count: 1 } },
      },
      losses: [{ what: 'embeds that become links', count: 1 }],
    },
  })
  for (const table of ['articles', 'drafts', 'authors', 'topics', 'redirects', 'import_items'])
    expect((await pool.query(`select from ${table}`)).rowCount, table).toBe(0)

  await startImport(db, by, { id, options })
  await continueNext()
  expect(await findImport(db, id)).toMatchObject({
    state: 'done',
    total: checked?.total,
    done: checked?.total,
  })
  await expect(access(path)).rejects.toThrow('ENOENT')
  expect(await findActiveImport(db)).toBeNull()
})

it.each([
  [undefined, /^File not found: /],
  ['<html></html>', /^This is not an export that can be imported\./],
  [writeWxr([{ id: 1 }]).slice(0, -30), /^The XML file is damaged: /],
])('says why an export cannot be read', async (content, failure) => {
  const { id } = await addExport(content)
  await continueNext()
  expect(await findImport(db, id)).toMatchObject({ state: 'failed', failure: expect.stringMatching(failure) })
})

it('fetches no files if its options say so, whoever continues it', async () => {
  const { id } = await addExport(writeWxr([{ id: 9, content: '<img src="https://courier.example/a.jpg">' }]))
  await continueNext()
  await startImport(db, by, { id, options: { ...options, files: 'leave' } })
  const active = await findActiveImport(db)
  if (!active) return expect.fail('No import is active')
  const outbound = { get: () => expect.fail('A file was fetched') }
  await continueImport({ ...services, outbound }, active, new AbortController().signal)
  expect(await findImport(db, id)).toMatchObject({
    state: 'done',
    results: { file: { refused: { count: 1 } } },
  })
})

it('runs one import at a time, and limits the wait for another', async () => {
  const { signal } = new AbortController()
  const second = await withImportLock(url, 1_000, signal, () =>
    withImportLock(url, 20, signal, async () => 'run'),
  )
  expect(second).toBeUndefined()
  expect(await withImportLock(url, 1_000, signal, async () => 'run')).toBe('run')
})

it('lists a finished import as complete, also after a later one of the same paper', async () => {
  const { id } = await addExport()
  await pool.query(`update imports set state = 'done', total = 7 where id = $1`, [id])
  expect(await listImports(db)).toContainEqual(expect.objectContaining({ id, total: 7, done: 7 }))
})
