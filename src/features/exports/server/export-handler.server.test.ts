import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { env } from '#platform/process/env.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createPaper } from '../testing/paper.ts'
import { handleExport } from './export-handler.server.ts'

vi.mock('#features/accounts/server/current-session.server.ts', { spy: true })

const paper = await createPaper()
beforeAll(() => {
  setDatabase(paper.database)
  setSiteOrigin(env(), 3000)
  vi.mocked(authoriseRequest).mockResolvedValue({ ...paper.ada, fullName: 'Ada', role: 'admin' })
})
afterAll(async () => {
  setDatabase(undefined)
  await paper.drop()
})

const request = () =>
  handleExport({
    request: new Request('https://courier.example/api/admin/export', {
      method: 'POST',
      body: new URLSearchParams({ format: 'markdown' }),
    }),
  })

it('writes one export at a time, also for requests at the same moment', async () => {
  // The first export waits for the lock.
  const client = await paper.pool.connect()
  await client.query('begin')
  await client.query('lock table articles')
  const responses = await Promise.all([request(), request(), request()])
  await client.query('rollback')
  client.release()
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const entries = await paper.pool.query(`select from audit_log where action = 'paper.export'`)
  expect(entries.rowCount).toBe(1)
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  // The transaction ends after the last byte.
  await eventually(async () => {
    const next = await request()
    await next.arrayBuffer()
    expect(next.status).toBe(200)
  })
})
