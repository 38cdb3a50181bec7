import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { contentOf, createDraftDocument, textOf, writeForm } from '../rules/draft-document.ts'
import { appendUpdate } from './append-update.server.ts'
import { readUpdates } from './draft-updates.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, addPerson, open, save, publish, ingest } = newsroom
const cato = await addPerson('Cato', 'contributor')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const connect = (by = ada, id = ID) => openDraftClient(db, by, id, NOW)
const log = async () =>
  (
    await pool.query(
      'select seq::int, snapshot is not null as is_snapshot, by from draft_updates order by seq',
    )
  ).rows

/** As if the draft had been stored by an earlier version. */
const removeDocument = () =>
  pool.query('delete from draft_updates; update drafts set document_id = null, document_seq = 0')

describe('the first update', () => {
  it('creates a new draft, which belongs to the person', async () => {
    const client = await connect(cato)
    expect(client.base.seq).toBe(1)
    expect(await client.edit({ title: 'Tea' })).toMatchObject({ kind: 'appended', seq: 2 })
    expect(await open()).toMatchObject({
      form: { title: 'Tea' },
      owner: cato.id,
      lastRevision: 0,
      status: 'draft',
    })
  })

  it('represents the stored text, and changes nothing', async () => {
    await publish({ content: 'Plain text' })
    await removeDocument()
    const before = await open()
    const doc = createDraftDocument(randomUUID())
    writeForm(doc, { ...before.form, content: '<p>Plain text</p>' })
    const update = Y.encodeStateAsUpdate(doc)
    const append = { id: ID, document: doc.guid, update, seedOf: before.formHash }
    expect(await appendUpdate(db, ada, append, LATER)).toEqual({
      kind: 'appended',
      seq: 1,
      formHash: before.formHash,
    })
    expect(await open()).toEqual(before)
    const client = await connect()
    await client.edit({ title: 'Green tea' })
    expect((await open()).form).toMatchObject({ title: 'Green tea', content: 'Plain text' })
    await client.edit({ title: 'Tea' })
    expect(await open()).toMatchObject({ formHash: before.formHash, status: 'published' })
  })

  it('is an edit of the person if it shows other words than the stored text', async () => {
    await publish({ content: 'The minister did not lie' })
    await removeDocument()
    const { formHash, form } = await open()
    const doc = createDraftDocument(randomUUID())
    writeForm(doc, { ...form, content: '<p>The minister did lie</p>' })
    const append = { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: formHash }
    await appendUpdate(db, ben, append, LATER)
    expect(await open()).toMatchObject({
      form: { content: '<p>The minister did lie</p>' },
      status: 'changed',
    })
    expect((await connect()).read().content).toBe('<p>The minister did lie</p>')
    const { rows } = await pool.query('select edited_by, updated_by from drafts')
    expect(rows).toEqual([{ edited_by: [ben.id], updated_by: ben.id }])
  })

  it('is an edit if another field differs', async () => {
    await publish({ author: 'Ada Reed' })
    await removeDocument()
    const { formHash, form } = await open()
    const doc = createDraftDocument(randomUUID())
    writeForm(doc, { ...form, author: 'Ben Tide', category: 'Money' })
    const append = { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: formHash }
    await appendUpdate(db, ben, append, LATER)
    expect((await open()).form).toMatchObject({ author: 'Ben Tide', category: 'Money' })
  })

  it('is accepted from one client only', async () => {
    await publish()
    await removeDocument()
    const { form, formHash } = await open()
    const seed = () => {
      const doc = createDraftDocument(randomUUID())
      writeForm(doc, form)
      return { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: formHash }
    }
    const outcomes = await Promise.all([seed(), seed()].map((append) => appendUpdate(db, ada, append, NOW)))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['appended', 'replaced'])
    expect(await log()).toHaveLength(1)
  })

  it('is refused if the stored text has changed', async () => {
    await save({})
    const { formHash } = await open()
    await save({ title: 'Green tea' })
    await removeDocument()
    const doc = createDraftDocument(randomUUID())
    writeForm(doc, { title: 'Tea' })
    const append = { id: ID, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: formHash }
    expect(await appendUpdate(db, ada, append, NOW)).toEqual({ kind: 'replaced' })
  })
})

it('merges the edits of several people, in each field', async () => {
  const [one, two] = [await connect(ada), await connect(ben)]
  const updates = [one.write({ title: 'Tea' }), two.write({ summary: 'About tea' })]
  await two.send(updates[1] ?? new Uint8Array())
  await one.send(updates[0] ?? new Uint8Array())
  await one.receive()
  await two.receive()
  expect(one.read()).toMatchObject({ title: 'Tea', summary: 'About tea' })
  expect(two.read()).toEqual(one.read())
  const { form } = await open()
  expect(form).toEqual(one.read())
  const { rows } = await pool.query('select edited_by from drafts')
  expect(rows[0].edited_by.sort()).toEqual([ada.id, ben.id].sort())
})

it('stores a retried update once', async () => {
  const client = await connect()
  const update = client.write({ title: 'Tea' })
  const first = await client.send(update)
  expect(await client.send(update)).toEqual(first)
  expect(await log()).toHaveLength(2)
})

it('requests the updates that an update depends on', async () => {
  const client = await connect()
  client.write({ title: 'Tea' })
  const outcome = await client.send(client.write({ title: 'Tea time' }))
  if (outcome.kind !== 'incomplete') throw new Error(outcome.kind)
  const missing = Y.encodeStateAsUpdate(client.doc, outcome.stateVector)
  expect(await client.send(missing)).toMatchObject({ kind: 'appended' })
  expect((await open()).form.title).toBe('Tea time')
})

it('does not accept updates of an article in the bin', async () => {
  const client = await connect()
  await client.edit({ title: 'Tea' })
  await deleteDraft(db, ada, ID, NOW)
  expect(await client.edit({ title: 'Green tea' })).toEqual({ kind: 'gone' })
})

it('replaces the document when a feed has changed an unedited article', async () => {
  const id = await ingest('1', 'As ingested')
  const client = await connect(ada, id)
  await client.edit({ category: 'Money' })
  await publish({}, { id })
  await ingest('2', 'Changed by the feed')
  expect(await client.edit({ title: 'Mine' })).toEqual({ kind: 'replaced' })
  const again = await connect(ada, id)
  expect(again.read()).toMatchObject({ title: 'Changed by the feed', category: 'Money' })
})

it('separates the documents of two drafts that have the same id', async () => {
  const mine = await connect(ada)
  await mine.edit({ title: 'Mine' })
  const doc = createDraftDocument(mine.doc.guid)
  writeForm(doc, { title: 'Foreign' })
  const id = randomUUID()
  const foreign = { id, document: doc.guid, update: Y.encodeStateAsUpdate(doc), seedOf: null }
  expect(await appendUpdate(db, ben, foreign, NOW)).toMatchObject({ kind: 'appended', seq: 1 })
  await mine.edit({ summary: 'Text' })
  expect((await open()).form).toMatchObject({ title: 'Mine', summary: 'Text' })
  expect((await open(id)).form).toMatchObject({ title: 'Foreign', summary: '' })
})

describe('access', () => {
  it('is refused for drafts of others to a contributor', async () => {
    const client = await connect(ada)
    await client.edit({ title: 'Tea' })
    await expect(connect(cato)).rejects.toThrow('Access Denied')
    const update = client.write({ title: 'Mine' })
    const append = { id: ID, document: client.doc.guid, update }
    await expect(appendUpdate(db, cato, append, NOW)).rejects.toThrow('Access Denied')
    await expect(
      readUpdates(db, cato, { id: ID, since: { document: client.doc.guid, seq: 1 } }),
    ).rejects.toThrow('Access Denied')
    expect((await open()).form.title).toBe('Tea')
  })
})

it('reads the document from a snapshot and the updates since', async () => {
  const client = await connect()
  for (const letter of 'abcdef') await client.edit({ content: letter.repeat(30_000) })
  const snapshots = (await log()).filter(({ is_snapshot }) => is_snapshot).map(({ seq }) => seq)
  expect(snapshots).toEqual([1, 4, 7])
  await client.edit({ title: 'Tea' })
  await pool.query('delete from draft_updates where seq < 7')
  const late = await connect(ben)
  expect(late.read()).toEqual(client.read())
  const found = await readUpdates(db, ben, { id: ID, since: { document: client.doc.guid, seq: 3 } })
  expect(found).toMatchObject({ kind: 'updates', seq: 8, updates: [expect.anything()] })
})

it('refuses texts that exceed the limits of a draft, and keeps accepting others', async () => {
  const client = await connect()
  const outcome = await client.edit({ author: 'a'.repeat(201) })
  expect(outcome).toEqual({ kind: 'refused', reasons: ['Author can have 200 characters at most'] })
  const other = await connect(ben)
  expect(await other.edit({ author: 'Ben' })).toMatchObject({ kind: 'appended' })
  expect((await open()).form.author).toBe('Ben')
})

it('stores rich text as HTML', async () => {
  const client = await connect()
  const before = Y.encodeStateVector(client.doc)
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText('Tea & cake')])
  client.doc.transact(() => {
    contentOf(client.doc).insert(0, [paragraph])
    client.doc.getMap(`values@${client.doc.guid}`).set('mode', 'rich')
    textOf(client.doc, 'title').insert(0, 'Tea')
  })
  await client.send(Y.encodeStateAsUpdate(client.doc, before))
  expect((await open()).form).toMatchObject({ title: 'Tea', content: '<p>Tea &amp; cake</p>' })
})

it('counts that each update stores the whole text again', async () => {
  const [long, short] = [await addPerson('Long', 'contributor'), await addPerson('Short', 'contributor')]
  const [article, note] = [await connect(long), await connect(short, randomUUID())]
  await article.edit({ content: `<p>${'Tea at four. '.repeat(40_000)}</p>` })
  await note.edit({ content: '<p>Tea at four.</p>' })
  const edits = async (client: typeof article) => {
    for (let edit = 0; edit < 4; edit += 1) await client.edit({ title: `Tea ${edit}` })
  }
  for (const { id } of [long, short]) await limitStorage({ id }, 50_000_000 - 2_550_000)
  await edits(note)
  await edits(note)
  for (const { id } of [long, short]) await limitStorage({ id }, 900_000)
  await edits(note)
  await expect(edits(article)).rejects.toThrow('You have saved too much data')
})

it('refuses updates of a person who has stored too much, and continues without them', async () => {
  const eve = await addPerson('Eve', 'contributor')
  const client = await connect(eve)
  await client.edit({ title: 'Tea' })
  const stored = await log()
  await limitStorage(eve, 50 * 1024 * 1024).catch(() => {})
  await expect(client.edit({ title: 'Tea and cake' })).rejects.toThrow('You have saved too much data')
  expect(await log()).toEqual(stored)
  const other = await connect(ada)
  expect(await other.edit({ author: 'Ada' })).toMatchObject({ kind: 'appended' })
  expect((await open()).form).toMatchObject({ title: 'Tea', author: 'Ada' })
})
