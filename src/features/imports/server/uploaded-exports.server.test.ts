import { randomUUID } from 'node:crypto'
import { access, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary } from '#features/media/testing/library-fixture.ts'
import type { ImportState } from '#kernel/import-states.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { recordItem } from './import-ledger.server.ts'
import { addImport, findImport } from './imports.server.ts'
import { deleteImport, openExportStore, sweepExports } from './uploaded-exports.server.ts'

const { db, pool, dir } = await openLibrary()
const store = openExportStore({ DATA_DIR: dir })
const folder = join(dir, 'imports')
const by = COMMAND_LINE_ACTOR
const now = new Date('2026-11-30T02:00:00Z')

beforeEach(async () => {
  await pool.query('delete from imports')
  await rm(folder, { recursive: true, force: true })
})

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const setState = (id: string, state: ImportState | null) =>
  pool.query('update imports set state = $2 where id = $1', [id, state])

async function upload(state: ImportState | null, daysAgo = 0, inFolder = folder) {
  const id = randomUUID()
  const path = join(inFolder, id)
  await mkdir(inFolder, { recursive: true })
  await writeFile(path, 'an export')
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  await utimes(path, at, at)
  if (state) await addImport(db, by, { id, name: 'a.xml', path, options: DEFAULT_OPTIONS, state: 'running' })
  await setState(id, state)
  return { id, path }
}

describe('the sweep of uploaded exports', () => {
  it.each(['ready', 'failed'] as const)('deletes that of a %s import, which says so', async (state) => {
    const old = await upload(state, 15)
    const recent = await upload(state, 13)
    expect(await sweepExports(db, store, now)).toBe(1)
    expect(await exists(old.path)).toBe(false)
    expect(await findImport(db, old.id)).toMatchObject({
      state: 'failed',
      failure: 'The uploaded export was deleted after 14 days. Upload it again.',
    })
    expect(await exists(recent.path)).toBe(true)
    expect(await findImport(db, recent.id)).toMatchObject({ state, failure: null })
  })

  it.each(['checking', 'running', 'paused'] as const)('keeps that of a %s import', async (state) => {
    const { id, path } = await upload(state, 100)
    expect(await sweepExports(db, store, now)).toBe(0)
    expect(await exists(path)).toBe(true)
    expect(await findImport(db, id)).toMatchObject({ state })
  })

  it.each(['done', null] as const)('deletes what is left after the state %s', async (state) => {
    const { id, path } = await upload(state, 15)
    expect(await sweepExports(db, store, now)).toBe(1)
    expect(await exists(path)).toBe(false)
    expect((await findImport(db, id))?.state ?? null).toBe(state)
  })

  it('does nothing without uploads', async () => {
    expect(await sweepExports(db, openExportStore({ DATA_DIR: join(dir, 'missing') }), now)).toBe(0)
  })
})

describe('the deletion of an import', () => {
  it.each(['ready', 'failed'] as const)('deletes a %s one with its export', async (state) => {
    const { id, path } = await upload(state)
    expect(await deleteImport(db, by, id, store)).toEqual({ kind: 'changed' })
    expect(await findImport(db, id)).toBeNull()
    expect(await exists(path)).toBe(false)
    const { rows } = await pool.query('select action from audit_log where subject_id = $1 order by id', [id])
    expect(rows.map(({ action }) => action)).toEqual(['import.start', 'import.delete'])
  })

  it.each(['checking', 'running', 'paused', 'done'] as const)('refuses a %s one', async (state) => {
    const { id, path } = await upload(state)
    expect(await deleteImport(db, by, id, store)).toEqual({ kind: 'refused' })
    expect(await findImport(db, id)).toMatchObject({ state })
    expect(await exists(path)).toBe(true)
  })

  it('refuses one that has stored items, whose ledger a later import needs', async () => {
    const { id } = await upload('running')
    await recordItem(db, { id, source: 'folder' }, { kind: 'topic', key: 'a', result: 'created', hash: '' })
    await setState(id, 'failed')
    expect(await deleteImport(db, by, id, store)).toEqual({ kind: 'refused' })
    expect(await findImport(db, id)).toMatchObject({ results: { topic: { created: { count: 1 } } } })
  })

  it('keeps a file that was not uploaded', async () => {
    const { id, path } = await upload('ready', 0, join(dir, 'elsewhere'))
    expect(await deleteImport(db, by, id, store)).toEqual({ kind: 'changed' })
    expect(await exists(path)).toBe(true)
  })
})
