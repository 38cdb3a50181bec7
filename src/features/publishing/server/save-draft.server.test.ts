import { afterAll, beforeEach, expect, it } from 'vitest'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { FIELD_NAMES } from '#features/drafts/rules/article-fields.ts'
import { addAutosaveRevisions } from '#features/drafts/server/autosave-revisions.server.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { saveDraft } from './save-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, addPerson, open, edit, save, publish, restore, ingest, row, revisions, audit } =
  newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('stores a new draft, which readers do not see, with its owner, a revision and a record', async () => {
  const outcome = await save({ title: ' Tea\n time ' }, { by: ben })
  expect(outcome).toEqual({ kind: 'saved', formHash: (await open()).formHash, revision: 1 })
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

it('adds one revision when the request is retried', async () => {
  const base = (await edit({})) ?? { formHash: '' }
  const first = await saveDraft(db, ada, { id: ID, base }, NOW)
  expect(await saveDraft(db, ada, { id: ID, base }, NOW)).toEqual(first)
  expect(await revisions()).toHaveLength(1)
})

it('changes nothing for readers of a published article', async () => {
  await publish()
  const before = await row()
  for (const field of FIELD_NAMES) {
    const byline = writeByline([{ id: ID, name: 'Ada', role: '' }])
    const others = {
      category: 'Sport',
      isBreaking: true,
      breakingUntil: LATER.toISOString(),
      byline,
      isUnlisted: true,
      language: 'cy',
    }
    const value = others[field as keyof typeof others] ?? 'https://a.example/new'
    await save({ [field]: value }, { now: LATER })
    expect(await row(), field).toEqual(before)
  }
  expect(await open()).toMatchObject({ status: 'changed', publishedAt: NOW.toISOString(), updatedAt: null })
  expect(await revisions()).toHaveLength(1 + FIELD_NAMES.length)
})

it('saves what the person has seen, while others edit', async () => {
  const base = (await edit({ title: 'Coffee' })) ?? { formHash: '' }
  await edit({ title: 'Cocoa' }, { by: ben })
  expect(await saveDraft(db, ada, { id: ID, base }, NOW)).toMatchObject({ kind: 'saved', revision: 1 })
  expect(await revisions()).toEqual(['1 save: Coffee'])
  expect((await open()).form.title).toBe('Cocoa')
  // Ben is an author of the next revision.
  expect((await pool.query('select edited_by from drafts')).rows[0].edited_by).toContain(ben.id)
})

it('adds no revision if the same values are already saved', async () => {
  await save({})
  await save({ title: 'Coffee' })
  expect(await save({ title: ' Coffee ' })).toMatchObject({ kind: 'saved', revision: 2 })
  expect(await revisions()).toHaveLength(2)
})

it('adds a save to an autosave of the same text', async () => {
  const base = (await edit({ title: 'Tea' })) ?? { formHash: '' }
  expect(await addAutosaveRevisions(db, LATER)).toBe(1)
  expect(await saveDraft(db, ada, { id: ID, base }, LATER)).toMatchObject({ revision: 2 })
  expect(await revisions()).toEqual(['1 autosave: Tea', '2 save: Tea'])
})

it('reports that the article was deleted', async () => {
  await publish()
  const { formHash } = await open()
  await deleteDraft(db, ben, ID, LATER)
  expect(await saveDraft(db, ada, { id: ID, base: { formHash } }, LATER)).toEqual({ kind: 'gone' })
  expect(await revisions()).toHaveLength(1)
})

it('creates the draft of a feed article when it is first saved, not when it is read', async () => {
  const id = await ingest('1', 'As ingested')
  const before = await open(id)
  expect(before).toMatchObject({ status: 'published', feed: 'https://courier.example/feed', lastRevision: 0 })
  expect(await pool.query('select from drafts')).toMatchObject({ rowCount: 0 })
  expect(await save({ title: 'As edited' }, { id, now: LATER })).toMatchObject({ revision: 2 })
  expect(await revisions(id)).toEqual(['1 import: As ingested', '2 save: As edited'])
  expect(await row(id)).toMatchObject({ title: 'As ingested', origin: 'feed' })
  expect(await open(id)).toMatchObject({ status: 'changed', form: { title: 'As edited' } })
})

it('creates the draft of a feed article once when two editors save it at the same time', async () => {
  const id = await ingest('1', 'As ingested')
  const { formHash } = await open(id)
  const outcomes = await Promise.all(
    [ada, ben].map((by) => saveDraft(db, by, { id, base: { formHash } }, LATER)),
  )
  expect(outcomes).toEqual(Array(2).fill({ kind: 'saved', formHash, revision: 1 }))
  expect(await revisions(id)).toEqual(['1 import: As ingested'])
})

it('follows the feed until the draft is edited', async () => {
  const id = await ingest('1', 'As ingested')
  await save({}, { id, now: LATER })
  await ingest('2', 'As ingested again')
  expect(await open(id)).toMatchObject({ status: 'published', form: { title: 'As ingested again' } })
  await save({ title: 'As edited' }, { id, now: LATER })
  await ingest('3', 'As ingested once more')
  expect(await open(id)).toMatchObject({ status: 'changed', form: { title: 'As edited' } })
  expect(await revisions(id)).toEqual([
    '1 import: As ingested',
    '2 import: As ingested again',
    '3 save: As edited',
  ])
})

it('adds no revisions for a person who has stored too much', async () => {
  const eve = await addPerson('Eve', 'contributor')
  await save({ title: 'Tea' }, { by: eve })
  await limitStorage(eve, 50 * 1024 * 1024).catch(() => {})
  await expect(restore(1, { by: eve })).rejects.toThrow('You have saved too much data')
  expect(await revisions()).toHaveLength(1)
})
