import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { publishDue } from '#features/publishing/server/scheduled-publications.server.ts'
import { cancelSchedule } from '#features/publishing/server/schedules.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { article, createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { labelRevision } from '../rules/publish-labels.ts'
import {
  findRevision,
  findTimesOfRevision,
  listCorrectionsOfRevision,
  listRevisions,
  nameRevision,
} from './revisions.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, edit, save, publish, restore, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('lists revisions with their authors, newest first, and finds their texts', async () => {
  await save({})
  await publish({ title: 'Coffee' }, { by: ben, now: LATER, note: 'Final' })
  expect(await listRevisions(db, ID)).toEqual({
    revisions: [
      { number: 2, kind: 'publish', by: 'Ben', at: LATER.toISOString(), note: 'Final', publication: 'done' },
      { number: 1, kind: 'save', by: 'Ada', at: NOW.toISOString(), note: '', publication: null },
    ],
    next: null,
  })
  expect(await findRevision(db, ID, 1)).toMatchObject({ by: 'Ada', form: article() })
  expect(await findRevision(db, ID, 3)).toBeNull()
  expect(await findRevision(db, 'x', 1)).toBeNull()
})

it('distinguishes planned and cancelled publications from those that are done', async () => {
  const label = async () => (await listRevisions(db, ID)).revisions.map(labelRevision)
  await publish({}, { plannedAt: LATER })
  expect(await label()).toEqual(['Scheduled'])
  await cancelSchedule(db, ada, ID, NOW)
  expect(await label()).toEqual(['Scheduled, cancelled'])
  await publish({ title: 'Coffee' }, { plannedAt: LATER })
  await publishDue(db, LATER)
  expect(await label()).toEqual(['Published', 'Scheduled, cancelled'])
  await pool.query("update publications set state = 'failed' where state = 'done'")
  expect(await label()).toEqual(['Scheduled, failed', 'Scheduled, cancelled'])
})

it('lists the corrections that readers saw with each revision', async () => {
  const correct = (title: string, text: string) =>
    publish({ title }, { now: LATER, updateKind: 'correction', correction: { kind: 'correction', text } })
  await publish()
  await correct('Coffee', 'It was coffee.')
  await publish({ title: 'Cocoa' })
  await correct('Milk', 'It was milk.')
  await publish({ title: 'Juice' }, { plannedAt: new Date('2026-11-22T12:00:00Z') })
  const texts = async (number: number) =>
    (await listCorrectionsOfRevision(db, ID, number)).map(({ text }) => text)
  expect(await Promise.all([1, 2, 3, 4, 5].map(texts))).toEqual([
    [],
    ['It was coffee.'],
    ['It was coffee.'],
    ['It was milk.', 'It was coffee.'],
    ['It was milk.', 'It was coffee.'],
  ])
  const [newest] = await listCorrectionsOfRevision(db, ID, 2)
  expect(newest).toEqual({ kind: 'correction', text: 'It was coffee.', at: LATER.toISOString() })
})

it('finds the times that readers saw with each revision, also after a withdrawal', async () => {
  const at = (hour: number) => new Date(`2026-11-21T${hour}:00:00Z`)
  await publish({}, { now: at(12) })
  await publish({ title: 'Coffee' }, { now: at(13), updateKind: 'minor' })
  await publish({ title: 'Cocoa' }, { now: at(14) })
  await save({ title: 'Milk' })
  const times = (number: number) => findTimesOfRevision(db, ID, number)
  const expected = [
    { publishedAt: at(12).toISOString(), updatedAt: null },
    { publishedAt: at(12).toISOString(), updatedAt: null },
    { publishedAt: at(12).toISOString(), updatedAt: at(14).toISOString() },
    null,
  ]
  expect(await Promise.all([1, 2, 3, 4].map(times))).toEqual(expected)
  const { published_at, updated_at } = await row()
  expect([published_at, updated_at]).toEqual([at(12), at(14)])
  await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, at(15))
  expect(await Promise.all([1, 2, 3, 4].map(times))).toEqual(expected)
})

it('names a revision, but not one that was submitted, and not for people who cannot edit the draft', async () => {
  await save({ content: '<p>Text</p>' })
  const name = (number: number, name: string, by = ada) => nameRevision(db, by, { id: ID, number, name })
  const notes = async () => (await listRevisions(db, ID)).revisions.map(({ note }) => note)
  expect(await name(1, 'Before the lawyers')).toEqual({ kind: 'named' })
  expect(await notes()).toEqual(['Before the lawyers'])
  expect((await audit()).at(-1)).toMatchObject({
    action: 'draft.name-revision',
    changes: { note: { from: '', to: 'Before the lawyers' } },
  })
  const { formHash } = await open()
  await reviewDraft(db, ada, { kind: 'submit', id: ID, base: { formHash }, note: 'Please read' }, NOW)
  expect(await name(2, 'Mine')).toEqual({ kind: 'gone' })
  expect(await name(3, 'None')).toEqual({ kind: 'gone' })
  const eve = await newsroom.addPerson('Eve', 'author')
  await expect(name(1, 'Hers', eve)).rejects.toThrow()
  expect(await notes()).toEqual(['Please read', 'Before the lawyers'])
  await deleteDraft(db, ada, ID, LATER)
  expect(await name(1, 'Late')).toEqual({ kind: 'gone' })
})

it('lists revisions in pages', async () => {
  await save({})
  await pool.query(
    `insert into revisions (article_id, number, kind, fields)
     select article_id, n, 'save', fields from revisions, generate_series(2, 150) n`,
  )
  const first = await listRevisions(db, ID)
  expect(first.revisions).toHaveLength(100)
  const second = await listRevisions(db, ID, first.next ?? 0)
  expect(second).toMatchObject({ next: null })
  expect([...first.revisions, ...second.revisions].map(({ number }) => number)).toEqual(
    Array.from({ length: 150 }, (_, index) => 150 - index),
  )
})

it('restores a text as a new revision, and changes nothing for readers', async () => {
  await publish()
  await publish({ title: 'Coffee' })
  const before = await row()
  const outcome = await restore(1, { by: ben, now: LATER })
  expect(outcome).toEqual({ kind: 'saved', formHash: (await open()).formHash, revision: 3 })
  expect(await revisions()).toEqual(['1 publish: Tea', '2 publish: Coffee', '3 restore: Tea'])
  expect(await open()).toMatchObject({ status: 'changed', form: { title: 'Tea' } })
  expect(await row()).toEqual(before)
})

it('keeps edits since the newest revision before it restores another one', async () => {
  await save({ title: 'Tea' })
  await edit({ title: 'Coffee' }, { by: ben })
  await restore(1, { by: ada })
  expect(await revisions()).toEqual(['1 save: Tea', '2 autosave: Coffee', '3 restore: Tea'])
})

it('restores a text once when two people restore it at the same time', async () => {
  await save({ title: 'Tea and cake' })
  await edit({ title: 'Coffee' })
  await Promise.all([ada, ben].map((by) => restore(1, { by, version: 1 })))
  expect((await open()).form.title).toBe('Tea and cake')
  const { rows } = await pool.query(
    `select client, seen, version > seen as "isNewer" from draft_steps where client like 'restore-%'`,
  )
  expect(rows).toEqual([{ client: 'restore-client-1', seen: 1, isNewer: true }])
})

it('restores no revision that does not exist', async () => {
  await save({ title: 'Tea' })
  expect(await restore(2)).toEqual({ kind: 'outdated' })
  expect(await revisions()).toEqual(['1 save: Tea'])
})
