import { afterAll, beforeEach, expect, it } from 'vitest'
import { ARTICLE_FIELDS } from '../rules/article-form.ts'
import { article, createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { saveDraft } from './save-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, ingest, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('stores a new draft, which readers do not see, with its owner, a revision and a record', async () => {
  const outcome = await save({ title: ' Tea\n time ' }, { by: ben })
  expect(outcome).toEqual({ kind: 'saved', version: (await open()).version, revision: 1 })
  expect(await open()).toMatchObject({
    status: 'draft',
    form: { title: 'Tea time' },
    owner: ben.id,
    lastRevision: 1,
    publishedAt: null,
  })
  expect(await row()).toBeUndefined()
  expect(await revisions()).toEqual(['1 save: Tea time'])
  expect(await audit()).toMatchObject([
    { action: 'draft.create', subject_id: ID, actor_email: 'ben@example.org' },
  ])
})

it('accepts a draft without a headline', async () => {
  expect(await save({ title: '', content: 'Text' })).toMatchObject({ kind: 'saved' })
  expect((await audit())[0]).toMatchObject({ subject: 'Untitled' })
})

it('creates one draft when the request is retried', async () => {
  const [first, second] = [
    await saveDraft(db, ada, { id: ID, version: null, form: article() }, NOW),
    await saveDraft(db, ada, { id: ID, version: null, form: article() }, NOW),
  ]
  expect(second).toEqual(first)
  expect(await revisions()).toHaveLength(1)
})

it('rejects a new draft with the id of another', async () => {
  await save({})
  const form = article({ title: 'Coffee' })
  expect(await saveDraft(db, ada, { id: ID, version: null, form }, NOW)).toMatchObject({
    kind: 'conflict',
    theirs: article(),
  })
})

it('rejects a new draft with the id of an article without a draft', async () => {
  const id = await ingest('1', 'As ingested')
  expect(await saveDraft(db, ada, { id, version: null, form: article() }, NOW)).toMatchObject({
    kind: 'conflict',
    theirs: { title: 'As ingested' },
  })
  expect(await row(id)).toMatchObject({ title: 'As ingested' })
})

it('changes nothing for readers of a published article', async () => {
  await publish()
  const before = await row()
  for (const field of ARTICLE_FIELDS) {
    const value = { category: 'Sport', isBreaking: true }[field as string] ?? 'https://a.example/new'
    await save({ [field]: value }, { now: LATER })
    expect(await row(), field).toEqual(before)
  }
  expect(await open()).toMatchObject({ status: 'changed', publishedAt: NOW.toISOString(), updatedAt: null })
  expect(await revisions()).toHaveLength(1 + ARTICLE_FIELDS.length)
})

it('does not overwrite a version stored by another editor', async () => {
  await save({})
  const before = await open()
  await save({ title: 'Theirs' }, { from: before, by: ben })
  expect(await save({ title: 'Mine' }, { from: before })).toEqual({
    kind: 'conflict',
    theirs: article({ title: 'Theirs' }),
    version: (await open()).version,
  })
  expect(await revisions()).toEqual(['1 save: Tea', '2 save: Theirs'])
})

it('accepts only one of several simultaneous saves', async () => {
  await save({})
  const from = await open()
  const outcomes = await Promise.all(['One', 'Two', 'Six'].map((title) => save({ title }, { from })))
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'conflict', 'saved'])
  expect(await revisions()).toHaveLength(2)
})

it('adds no revision if the same values are already stored', async () => {
  await save({})
  const from = await open()
  await save({ title: 'Coffee' }, { from })
  expect(await save({ title: ' Coffee ' }, { from })).toMatchObject({ kind: 'saved', revision: 2 })
  expect(await revisions()).toHaveLength(2)
})

it('reports that the article was deleted, and restores it from the bin if it is saved as new', async () => {
  await publish()
  const before = await open()
  await deleteDraft(db, ben, ID, LATER)
  expect(await save({ title: 'Coffee' }, { from: before })).toEqual({ kind: 'gone' })
  const form = article({ title: 'Coffee' })
  expect(await saveDraft(db, ada, { id: ID, version: null, form }, LATER)).toMatchObject({ kind: 'saved' })
  expect(await open()).toMatchObject({ status: 'draft', form: { title: 'Coffee' } })
  expect(await row()).toBeUndefined()
  expect(await revisions()).toEqual(['1 publish: Tea', '2 save: Coffee'])
})

it('creates the draft of a feed article when it is first saved, not when it is read', async () => {
  const id = await ingest('1', 'As ingested')
  const before = await open(id)
  expect(before).toMatchObject({ status: 'published', feed: 'https://courier.example/feed', lastRevision: 0 })
  expect(await pool.query('select from drafts')).toMatchObject({ rowCount: 0 })
  const form = { ...before.form, title: 'As edited' }
  expect(await saveDraft(db, ada, { id, version: before.version, form }, LATER)).toMatchObject({
    revision: 2,
  })
  expect(await revisions(id)).toEqual(['1 import: As ingested', '2 save: As edited'])
  expect(await row(id)).toMatchObject({ title: 'As ingested', origin: 'feed' })
  expect(await open(id)).toMatchObject({ status: 'changed', form: { title: 'As edited' } })
})

it('creates the draft of a feed article once when two editors save it at the same time', async () => {
  const id = await ingest('1', 'As ingested')
  const { form, version } = await open(id)
  const outcomes = await Promise.all(
    [ada, ben].map((by) =>
      saveDraft(db, by, { id, version, form: { ...form, title: `By ${by.fullName}` } }, LATER),
    ),
  )
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'saved'])
  expect(await revisions(id)).toHaveLength(2)
})

it('follows the feed until the draft is edited', async () => {
  const id = await ingest('1', 'As ingested')
  const first = await open(id)
  await saveDraft(db, ada, { id, version: first.version, form: first.form }, LATER)
  await ingest('2', 'As ingested again')
  const second = await open(id)
  expect(second).toMatchObject({ status: 'published', form: { title: 'As ingested again' } })
  const stale = { id, version: first.version, form: { ...first.form, summary: 'Mine' } }
  expect(await saveDraft(db, ada, stale, LATER)).toMatchObject({
    kind: 'conflict',
    theirs: { title: 'As ingested again' },
  })
  const edited = { ...second.form, title: 'As edited' }
  await saveDraft(db, ada, { id, version: second.version, form: edited }, LATER)
  await ingest('3', 'As ingested once more')
  expect(await open(id)).toMatchObject({ status: 'changed', form: { title: 'As edited' } })
  expect(await revisions(id)).toEqual([
    '1 import: As ingested',
    '2 import: As ingested again',
    '3 save: As edited',
  ])
})
