import { afterAll, expect, it } from 'vitest'
import { csvDownload } from '#platform/http/responses.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { subscriberLines } from './export-subscribers.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

it('streams with backpressure, one page at a time', async () => {
  await pool.query(`insert into newsletter_subscribers (email, subscribed_at)
    select n || '@example.org', timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 20000) as n`)
  const { body } = await csvDownload('subscribers.csv', subscriberLines(db))
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('20000@example.org')) text += decoder.decode((await reader.read()).value)
  await pool.query("delete from newsletter_subscribers where subscribed_at < timestamptz '2026-01-01 04:00'")
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value)
  const lines = text.trimEnd().split('\r\n')
  expect(lines.length).toBeGreaterThan(5_000)
  expect(lines.length).toBeLessThan(12_000)
})
