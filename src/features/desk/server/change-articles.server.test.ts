import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { type ArticleChange, changeArticles, editDraft } from './change-articles.server.ts'
import { listArticles } from './list-articles.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, save, publish, ingest, row, open, audit, addPerson } = newsroom
const author = await addPerson('Cleo', 'author')
const contributor = await addPerson('Cato', 'contributor')
const LIVE = 'b2f0b6a0-6f0e-4a53-9a46-0a7f0f5a1b11'

beforeEach(async () => {
  await newsroom.clear()
  await save({ title: 'Draft', content: '<p>Text</p>' })
  await publish({ title: 'Live', content: '<p>Text</p>' }, { id: LIVE })
  await db.execute('delete from audit_log')
})
afterAll(() => newsroom.database.drop())

const change = (changes: ArticleChange[], by = ada) => changeArticles(db, by, changes, NOW)
const undo = (outcomes: Awaited<ReturnType<typeof change>>) =>
  change(outcomes.flatMap((outcome) => (outcome.kind === 'done' && outcome.undo) || []))
const actions = async () => (await audit()).map(({ action, subject_id }) => [action, subject_id])

it('assigns articles with an audit entry for each, and undoes it', async () => {
  const outcomes = await change([ID, LIVE].map((id) => ({ id, kind: 'assign', assigneeId: ben.id })))
  expect(outcomes).toEqual([
    { id: ID, kind: 'done', undo: { id: ID, kind: 'assign', assigneeId: null } },
    { id: LIVE, kind: 'done', undo: { id: LIVE, kind: 'assign', assigneeId: null } },
  ])
  expect((await listArticles(db, { person: ben.id })).articles).toHaveLength(2)
  expect(await actions()).toEqual([
    ['article.assign', ID],
    ['article.assign', LIVE],
  ])
  await undo(outcomes)
  expect((await listArticles(db, { person: ben.id })).articles).toHaveLength(0)
})

it('sets the category in drafts, which changes nothing for readers', async () => {
  const outcomes = await change([ID, LIVE].map((id) => ({ id, kind: 'category', category: 'Sport' })))
  expect([(await open(ID)).form.category, (await open(LIVE)).form.category]).toEqual(['Sport', 'Sport'])
  expect((await open(LIVE)).status).toBe('changed')
  expect((await row(LIVE)).category).toBe('News')
  await undo(outcomes)
  expect((await open(LIVE)).status).toBe('published')
  expect((await open(ID)).form.category).toBe('News')
})

it('withdraws published articles and reports why others are not', async () => {
  const publicationId = randomUUID()
  const withdrawal = { kind: 'withdraw', reason: 'Legal advice' } as const
  const request: ArticleChange[] = [
    { ...withdrawal, id: ID, publicationId: randomUUID() },
    { ...withdrawal, id: LIVE, publicationId },
    { ...withdrawal, id: randomUUID(), publicationId: randomUUID() },
  ]
  const outcomes = await change(request)
  expect(outcomes).toMatchObject([
    { id: ID, kind: 'refused', reason: 'The article is not published.' },
    { id: LIVE, kind: 'done', undo: null },
    { kind: 'refused', reason: 'The article no longer exists.' },
  ])
  expect(await row(LIVE)).toBeUndefined()
  // A retried request withdraws once.
  expect((await change(request))[1]).toMatchObject({ kind: 'done' })
  expect(await actions()).toEqual([['article.withdraw', LIVE]])
})

it('moves articles to the bin, and restores them', async () => {
  const outcomes = await change([ID, LIVE].map((id) => ({ id, kind: 'delete' })))
  expect(await row(LIVE)).toBeUndefined()
  expect((await listArticles(db, { status: 'bin' })).articles).toHaveLength(2)
  await undo(outcomes)
  expect((await row(LIVE)).title).toBe('Live')
  expect(await actions()).toEqual([
    ['article.delete', ID],
    ['article.delete', LIVE],
    ['article.restore', ID],
    ['article.restore', LIVE],
  ])
})

it('changes only what the person may change', async () => {
  const kinds: ArticleChange[] = [
    { id: ID, kind: 'assign', assigneeId: author.id },
    { id: ID, kind: 'category', category: 'Sport' },
    { id: LIVE, kind: 'withdraw', publicationId: randomUUID(), reason: '' },
    { id: ID, kind: 'approve', formHash: (await open(ID)).formHash },
    {
      id: ID,
      kind: 'publish',
      formHash: (await open(ID)).formHash,
      publicationId: randomUUID(),
      updateKind: 'minor',
    },
    { id: LIVE, kind: 'delete' },
  ]
  for (const outcome of await change(kinds, author))
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: 'You do not have permission to change this article.',
    })
  expect(await actions()).toEqual([])
  expect((await row(LIVE)).title).toBe('Live')
  expect(await row(ID)).toBeUndefined()
})

describe('editDraft', () => {
  const change = { category: 'Money' } as const

  beforeEach(() => newsroom.clear())

  it('merges with the edits of those who have the draft open', async () => {
    const client = await openDraftClient(db, ada, ID, NOW)
    await client.edit({ title: 'Coffee' })
    const typed = client.stepsFor({ title: 'Tea' })
    expect(await editDraft(db, ben, { id: ID, change }, LATER)).toMatchObject({
      kind: 'edited',
      previous: { category: 'News' },
      base: { formHash: expect.any(String) },
    })
    await client.send(typed)
    await client.receive()
    expect(client.read()).toMatchObject({ title: 'Tea', category: 'Money' })
    expect((await open()).form).toMatchObject({ title: 'Tea', category: 'Money' })
  })

  it('edits an article of a feed that nobody has opened', async () => {
    const id = await ingest('1', 'As ingested')
    expect(await editDraft(db, ben, { id, change }, LATER)).toMatchObject({ kind: 'edited' })
    expect(await open(id)).toMatchObject({
      status: 'changed',
      form: { title: 'As ingested', category: 'Money' },
    })
    const { rows } = await pool.query('select edited_by, version from drafts')
    expect(rows).toEqual([{ edited_by: [ben.id], version: 0 }])
    const client = await openDraftClient(db, ada, id, LATER)
    expect(client.read().category).toBe('Money')
  })

  it('requires access', async () => {
    await save({ title: 'Tea' })
    await expect(editDraft(db, contributor, { id: ID, change }, LATER)).rejects.toThrow('Access Denied')
    expect((await open()).form.category).toBe('News')
  })
})
