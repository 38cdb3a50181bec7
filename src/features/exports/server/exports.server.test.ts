import { randomUUID } from 'node:crypto'
import { addAbortSignal, PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '#platform/database/db.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { startProgress } from '../rules/export-progress.ts'
import { createPaper, ORIGIN } from '../testing/paper.ts'
import { addExport, cancelExport, listExports, trackExport } from './exports.server.ts'
import { writeExport } from './write-export.server.ts'

const paper = await createPaper()
const { db, pool, ada, bucket } = paper
beforeEach(async () => {
  await paper.clear()
  await pool.query('truncate exports')
})
afterEach(() => void vi.useRealTimers())
afterAll(() => paper.drop())

async function add() {
  const progress = startProgress()
  const id = await addExport(db, ada, { name: 'courier.zip', subject: 'courier.zip', progress })
  return { id, progress }
}

describe('trackExport', () => {
  it('stores the progress every second, and the result', async () => {
    const added = await add()
    const finish = Promise.withResolvers<void>()
    const tracked = trackExport(db, added, () => finish.promise)
    added.progress.articles = 7
    await eventually(async () =>
      expect(await listExports(db)).toMatchObject([{ state: 'running', progress: { articles: 7 } }]),
    )
    added.progress.articles = 8
    finish.resolve()
    await tracked
    expect(await listExports(db)).toMatchObject([
      { name: 'courier.zip', state: 'done', progress: { articles: 8 } },
    ])
  })

  it('ends an export that is cancelled, by whatever process, before its file is complete', async () => {
    await paper.publishArticle({ title: 'Tea' })
    const added = await add()
    // Its client reads nothing.
    const target = new PassThrough({ highWaterMark: 1 })
    const options = { format: 'masthead', bucket, origin: ORIGIN, address: ORIGIN, now: new Date() } as const
    const tracked = trackExport(db, added, (signal) =>
      writeExport(db, addAbortSignal(signal, target), options),
    )
    expect(await cancelExport(db, added.id)).toBe(true)
    await expect(tracked).rejects.toThrow('The operation was aborted')
    expect(await listExports(db)).toMatchObject([{ state: 'cancelled' }])
    expect(await cancelExport(db, added.id)).toBe(false)
  })

  it('stores one progress at a time, and keeps a finished file whatever the last one finds', async () => {
    vi.useFakeTimers()
    const updates: PromiseWithResolvers<object[]>[] = []
    const returning = () => {
      const update = Promise.withResolvers<object[]>()
      updates.push(update)
      return update.promise
    }
    const slowDb = { update: () => ({ set: () => ({ where: () => ({ returning }) }) }) } as unknown as Db
    const finish = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    const tracked = trackExport(slowDb, { id: randomUUID(), progress: startProgress() }, (given) => {
      signal = given
      return finish.promise
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(updates).toHaveLength(1)
    updates[0]?.resolve([{}])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(updates).toHaveLength(2)

    finish.resolve()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(updates).toHaveLength(3)
    updates[2]?.resolve([{}])
    await tracked
    updates[1]?.resolve([])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(updates).toHaveLength(3)
    expect(signal?.aborted).toBe(false)
  })

  it('records a failure', async () => {
    const added = await add()
    await expect(trackExport(db, added, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(await listExports(db)).toMatchObject([{ state: 'failed' }])
  })
})

describe('listExports', () => {
  it('shows an export whose process was killed as stopped', async () => {
    const { id } = await add()
    await pool.query(`update exports set updated_at = now() - interval '61 seconds' where id = $1`, [id])
    expect(await listExports(db)).toMatchObject([{ id, state: 'failed' }])
  })

  it('lists the latest five, and forgets old ones', async () => {
    await pool.query(
      `insert into exports (id, name, progress, created_at) values ($1, 'old', '{}', now() - interval '31 days')`,
      [randomUUID()],
    )
    for (let n = 0; n < 6; n += 1) await add()
    expect(await listExports(db)).toHaveLength(5)
    expect((await pool.query('select from exports')).rowCount).toBe(6)
  })
})

it.each(['masthead', 'wordpress', 'ghost', 'markdown'] as const)(
  'the progress of an export as %s ends with all articles and files',
  async (format) => {
    const image = await paper.upload()
    for (const title of ['Tea', 'Milk'])
      await paper.publishArticle({ title, imageUrl: `/storage/article-images/${image}` })
    const progress = startProgress()
    const bytes = await paper.export({ format, progress })
    const files = format === 'wordpress' ? 0 : 1
    expect(progress).toEqual({
      ...{ articles: 2, totalArticles: 2, files, totalFiles: files },
      bytes: bytes.length,
    })
  },
)
