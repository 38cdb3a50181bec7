import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { createNewsroom, ID } from '#features/publishing/testing/newsroom.ts'
import { type AppendTarget, appendAddress } from '../rules/append-address.ts'
import { createDraftDocument, writeForm } from '../rules/draft-document.ts'
import { MAX_UPDATE_BYTES } from '../rules/update-limits.ts'
import { append } from './append-handler.server.ts'

const newsroom = await createNewsroom()
const { db, ada, ben, addPerson, open } = newsroom
const cato = await addPerson('Cato', 'contributor')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const document = randomUUID()

function createUpdate(title: string): Uint8Array<ArrayBuffer> {
  const doc = createDraftDocument(document)
  writeForm(doc, { title })
  return Uint8Array.from(Y.encodeStateAsUpdate(doc))
}

async function post(
  by: typeof ada,
  target: Partial<AppendTarget>,
  body: Uint8Array<ArrayBuffer> = createUpdate('Tea'),
) {
  const address = appendAddress({ id: ID, document, ...target })
  const request = new Request(`https://courier.example${address}`, { method: 'POST', body })
  const response = await append(db, by, request)
  return { status: response.status, body: await response.json() }
}

it('stores the update', async () => {
  expect(await post(ada, { seedOf: null, by: ada.id })).toEqual({
    status: 200,
    body: { kind: 'appended', seq: 1, formHash: expect.any(String) },
  })
  expect(await open()).toMatchObject({ form: { title: 'Tea' }, owner: ada.id })
})

it('returns the state vector of a document that lacks earlier updates', async () => {
  await post(ada, { seedOf: null })
  const doc = createDraftDocument(document)
  writeForm(doc, { title: 'Coffee' })
  const before = Y.encodeStateVector(doc)
  writeForm(doc, { summary: 'At four.' })
  const { body } = await post(ada, {}, Uint8Array.from(Y.encodeStateAsUpdate(doc, before)))
  expect(body).toEqual({ kind: 'incomplete', stateVector: expect.stringMatching(/^[\w+/]+=*$/) })
})

it('requires that the account has made the edits', async () => {
  expect(await post(ben, { seedOf: null, by: ada.id })).toEqual({
    status: 401,
    body: { message: PLEASE_LOG_IN },
  })
  await post(ada, { seedOf: null })
  await expect(post(cato, {})).rejects.toThrow('Access Denied')
})

it('rejects invalid addresses, and bodies that are too large', async () => {
  expect((await post(ada, { id: 'none' })).status).toBe(400)
  const { body } = await post(ada, { seedOf: null }, new Uint8Array(MAX_UPDATE_BYTES + 1))
  expect(body).toMatchObject({ kind: 'refused' })
})
