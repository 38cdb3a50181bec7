import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import * as Y from 'yjs'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { interruptEachStatement } from '#platform/testing/interrupt-transaction.ts'
import { createDraftDocument, writeForm } from '../rules/draft-document.ts'
import { appendUpdate } from './append-update.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, publish } = newsroom
afterAll(() => newsroom.database.drop())

type Scenario = { send: () => Promise<unknown>; title: string; updates: number }

/** Each prepares the database, and returns the request to interrupt, which is then retried, and the resulting title. */
const SCENARIOS: [string, () => Promise<Scenario>][] = [
  [
    'the first update of a new draft',
    async () => {
      const doc = createDraftDocument(randomUUID())
      writeForm(doc, { title: 'Tea' })
      const append = { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: null }
      return { send: () => appendUpdate(db, ada, append, NOW), title: 'Tea', updates: 1 }
    },
  ],
  [
    'the first update of a published article',
    async () => {
      await publish({ title: 'Tea' })
      await pool.query('update drafts set document_id = null, document_seq = 0; delete from draft_updates')
      const doc = createDraftDocument(randomUUID())
      const { form, formHash } = await open()
      writeForm(doc, form)
      const append = { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: formHash }
      return { send: () => appendUpdate(db, ada, append, NOW), title: 'Tea', updates: 1 }
    },
  ],
  [
    'an edit with a snapshot',
    async () => {
      const client = await openDraftClient(db, ada, ID, NOW)
      await client.edit({ content: 'a'.repeat(100_000) })
      const update = client.write({ title: 'Tea time', content: 'b'.repeat(100_000) })
      return { send: () => client.send(update), title: 'Tea time', updates: 3 }
    },
  ],
]

/** Everything that an update changes. */
async function readAll() {
  const { rows } = await pool.query(
    `select (select json_agg(drafts) from drafts), (select json_agg(draft_updates order by seq) from draft_updates) as updates`,
  )
  return rows[0]
}

it.each(SCENARIOS)('%s is stored once, whenever the connection is lost', async (_, prepare) => {
  const statements = await interruptEachStatement(pool, {
    async prepare() {
      await newsroom.clear()
      const scenario = await prepare()
      return { work: scenario.send, expectDone: () => expectStoredOnce(scenario) }
    },
    readAll,
  })
  expect(statements).toBeGreaterThan(7)
})

/** Sends the update again, which must not store it twice. */
async function expectStoredOnce({ send, title, updates }: Scenario) {
  expect(await send()).toMatchObject({ kind: 'appended', seq: updates })
  const { rows } = await pool.query('select seq::int from draft_updates order by seq')
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: updates }, (_, index) => index + 1))
  const other = await openDraftClient(db, ben, ID, NOW)
  expect(other.read().title).toBe(title)
  expect((await open()).form).toEqual(other.read())
}
