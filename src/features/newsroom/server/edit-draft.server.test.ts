import { afterAll, beforeEach, expect, it } from 'vitest'
import { openDraftClient } from '../testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { editDraft } from './change-articles.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, ingest } = newsroom
const contributor = await newsroom.addPerson('Cato', 'contributor')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const change = { category: 'Money' } as const

it('merges with the edits of those who have the draft open', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  const typed = client.write({ title: 'Tea' })
  expect(await editDraft(db, ben, { id: ID, change }, LATER)).toMatchObject({
    kind: 'edited',
    previous: { category: 'News' },
    seen: { document: client.doc.guid, seq: 2 },
  })
  await client.send(typed)
  await client.receive()
  expect(client.read()).toMatchObject({ title: 'Tea', category: 'Money' })
  expect((await open()).form).toMatchObject({ title: 'Tea', category: 'Money' })
})

it('edits a draft that has no document, such as the article of a feed', async () => {
  const id = await ingest('1', 'As ingested')
  expect(await editDraft(db, ben, { id, change }, LATER)).toMatchObject({ kind: 'edited' })
  expect(await open(id)).toMatchObject({
    status: 'changed',
    form: { title: 'As ingested', category: 'Money' },
  })
  const { rows } = await pool.query('select edited_by, document_id from drafts')
  expect(rows).toEqual([{ edited_by: [ben.id], document_id: null }])
  const client = await openDraftClient(db, ada, id, LATER)
  expect(client.read().category).toBe('Money')
})

it('requires access', async () => {
  await save({ title: 'Tea' })
  await expect(editDraft(db, contributor, { id: ID, change }, LATER)).rejects.toThrow('Access Denied')
  expect((await open()).form.category).toBe('News')
})
