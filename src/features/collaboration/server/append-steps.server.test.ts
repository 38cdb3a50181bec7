import { Fragment, Slice } from '@tiptap/pm/model'
import { ReplaceAroundStep } from '@tiptap/pm/transform'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { DRAFT_SCHEMA, nodeType } from '#features/drafts/rules/draft-schema.ts'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { appendSteps } from './append-steps.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, addPerson, open, publish, ingest } = newsroom
const cato = await addPerson('Cato', 'contributor')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const connect = (by = ada, id = ID) => openDraftClient(db, by, id, NOW)
const log = async () =>
  (await pool.query('select version, batch, by, lost from draft_steps order by version')).rows

describe('the first batch', () => {
  it('creates a new draft, which belongs to the person', async () => {
    const client = await connect(cato)
    expect(await client.edit({ title: 'Tea' })).toMatchObject({ kind: 'appended', batches: [{ version: 1 }] })
    expect(await open()).toMatchObject({
      form: { title: 'Tea' },
      owner: cato.id,
      lastRevision: 0,
      status: 'draft',
    })
  })

  it('keeps the stored texts of the fields that it does not change', async () => {
    await publish({ content: '<p>Text</p>' })
    await pool.query('delete from draft_steps')
    await pool.query('delete from draft_snapshots')
    await pool.query(`update revisions set fields = fields || '{"content": "Plain text"}'`)
    await pool.query(`update articles set content = 'Plain text'`)
    await pool.query(`update drafts set version = 0, fields = fields || '{"content": "Plain text"}'`)
    const before = await open()
    const client = await connect()
    expect(client.read().content).toBe('<p>Plain text</p>')
    await client.edit({ title: 'Green tea' })
    expect((await open()).form).toMatchObject({ title: 'Green tea', content: 'Plain text' })
    await client.edit({ title: 'Tea' })
    expect(await open()).toMatchObject({ formHash: before.formHash, status: 'published' })
  })
})

it('opening an article changes nothing', async () => {
  await publish({ content: 'Plain text' })
  const before = await open()
  await connect(ben)
  expect(await open()).toEqual(before)
})

it('merges the edits of several people, in each field', async () => {
  const one = await connect(ada)
  await one.edit({ title: 'Tea', content: '<p>Milk first.</p><p>Then tea.</p>' })
  const two = await connect(ben)
  await one.edit({ content: '<h2>Milk first.</h2><p>Then tea.</p>', author: 'Ada' })
  expect(await two.edit({ content: '<p>Milk first, always.</p><p>Then tea.</p>' })).toMatchObject({
    kind: 'appended',
    batches: [{ version: 2 }, { version: 3 }],
  })
  expect((await open()).form).toMatchObject({
    title: 'Tea',
    author: 'Ada',
    content: '<h2>Milk first, always.</h2><p>Then tea.</p>',
  })
})

it('keeps the words that somebody wrote in a passage which another person has deleted', async () => {
  const one = await connect(ada)
  await one.edit({ content: '<p>Milk first.</p><p>Then tea.</p>' })
  const two = await connect(ben)
  await one.edit({ content: '<p>Then tea.</p>' })
  await two.edit({ content: '<p>Milk first, always.</p><p>Then tea.</p>' })
  expect((await open()).form.content).toBe('<p>Then tea.</p>')
  expect((await log()).at(-1)).toMatchObject({ by: ben.id, lost: ', always' })
})

it('moves no block past one that another person has changed', async () => {
  const one = await connect(ada)
  await one.edit({ content: '<p>Milk</p><p>Tea</p>' })
  const two = await connect(ben)
  await one.edit({ content: '<p>Milk!</p><p>Tea</p>' })
  const neighbour = nodeType('paragraph').create(null, DRAFT_SCHEMA.text('Milk'))
  await two.send([new ReplaceAroundStep(5, 16, 11, 16, new Slice(Fragment.from(neighbour), 0, 0), 0)])
  expect((await open()).form.content).toBe('<p>Milk!</p><p>Tea</p>')
})

it('stores a retry once', async () => {
  const client = await connect()
  const steps = client.stepsFor({ title: 'Tea' }).map((step) => step.toJSON())
  const append = { id: ID, client: client.client, batch: 1, base: 0, seen: 0, steps, isNew: true }
  const first = await appendSteps(db, ada, append, NOW)
  await (await connect(ben)).edit({ author: 'Ben' })
  expect(await appendSteps(db, ada, append, LATER)).toEqual(first)
  expect((await open()).form).toMatchObject({ title: 'Tea', author: 'Ben' })
  expect(await log()).toHaveLength(2)
})

it('stores a key in few bytes', async () => {
  const client = await connect()
  await client.edit({ title: 'Tea' })
  await client.edit({ title: 'Teas' })
  const { rows } = await pool.query(
    'select pg_column_size(draft_steps) as bytes, steps from draft_steps where version = 2',
  )
  expect(rows[0].steps).toEqual([[4, 4, 's']])
  // 20,000 keys a day take less than 5 MB.
  expect(rows[0].bytes).toBeLessThan(160)
})

it('numbers the batches of each account, whose client others can see', async () => {
  const client = await connect()
  await client.edit({ title: 'Tea' })
  const steps = (title: string) => client.stepsFor({ title }).map((step) => step.toJSON())
  const append = { id: ID, client: client.client, batch: 2, base: 1, seen: 1 }
  const [ofBen, ofAda] = [steps('Coffee'), steps('Tea at four')]
  expect(await appendSteps(db, ben, { ...append, steps: ofBen }, NOW)).toMatchObject({ kind: 'appended' })
  expect(await appendSteps(db, ada, { ...append, steps: ofAda }, NOW)).toMatchObject({
    kind: 'appended',
    batches: [
      { version: 2, by: ben.id },
      { version: 3, by: ada.id },
    ],
  })
})

it('announces a batch with its steps', async () => {
  const client = await connect()
  await client.edit({ title: 'Tea' })
  const listener = await pool.connect()
  const received = new Promise<string>((resolve) => {
    listener.on('notification', ({ payload = '' }) => payload.includes('"batch"') && resolve(payload))
  })
  await listener.query('listen masthead_live')
  await client.edit({ title: 'Green tea' })
  expect(JSON.parse(await received)).toMatchObject({
    draft: ID,
    version: 2,
    batch: { version: 2, client: client.client, by: ada.id, steps: [{ stepType: 'replace' }] },
  })
  await listener.query('unlisten *')
  listener.release()
})

it('everybody who brings words into the text is among its authors', async () => {
  await (await connect(ada)).edit({ title: 'Tea' })
  await (await connect(ben)).edit({ content: '<p>Text</p>' })
  const { rows } = await pool.query('select edited_by, updated_by from drafts')
  expect(rows[0].edited_by.toSorted()).toEqual([ada.id, ben.id].toSorted())
  expect(rows[0].updated_by).toBe(ben.id)
})

it('follows the feed while it is open and unedited', async () => {
  await ingest('a', 'Tea')
  const [item] = (await pool.query('select id from articles')).rows
  const client = await connect(ada, item.id)
  await ingest('b', 'Green tea')
  await client.receive()
  expect(client.read().title).toBe('Green tea')
})

describe('is refused', () => {
  it('without access', async () => {
    await (await connect(ada)).edit({ title: 'Tea' })
    const steps = [{ stepType: 'docAttr', attr: 'author', value: 'Cato' }]
    const append = { id: ID, client: 'client-of-cato', batch: 1, base: 1, seen: 1, steps }
    await expect(appendSteps(db, cato, append, NOW)).rejects.toThrow('Access Denied')
  })

  it('for a draft in the bin', async () => {
    const client = await connect()
    await client.edit({ title: 'Tea' })
    await deleteDraft(db, ada, ID, NOW)
    expect(await client.edit({ title: 'Green tea' })).toEqual({ kind: 'gone' })
  })

  it('until it has read what is missing, if that is much', async () => {
    const client = await connect()
    await client.edit({ title: 'Tea' })
    await pool.query(`insert into draft_steps (draft_id, version, steps, seen, client, batch)
      select id, next, '[{"stepType": "docAttr", "attr": "author", "value": "Ben"}]', 0, 'client-of-ben', next
      from drafts, generate_series(2, 600) as next`)
    await pool.query('update drafts set version = 600')
    expect(await client.edit({ title: 'Green tea' })).toEqual({ kind: 'behind' })
    await client.receive()
    expect(await client.edit({ title: 'Green tea' })).toMatchObject({ kind: 'appended' })
    expect((await open()).form).toMatchObject({ title: 'Green tea', author: 'Ben' })
  })

  it('if its version is unknown, such as after a restored backup', async () => {
    const client = await connect()
    await client.edit({ title: 'Tea' })
    const steps = client.stepsFor({ title: 'Green tea' }).map((step) => step.toJSON())
    const append = { id: ID, client: client.client, batch: 2, base: 7, seen: 7, steps }
    expect(await appendSteps(db, ada, append, NOW)).toEqual({ kind: 'outdated' })
  })

  it('once the person has stored too much in an hour', async () => {
    const mallory = await addPerson('Mallory', 'editor')
    const client = await connect(mallory)
    await client.edit({ title: 'Tea' })
    await expect(limitStorage(mallory, 50_000_000)).rejects.toThrow('too much data')
    await expect(client.edit({ title: 'Green tea' })).rejects.toThrow('too much data')
    expect((await open()).form.title).toBe('Tea')
  })
})
