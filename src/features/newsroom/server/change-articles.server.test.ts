import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { type ArticleChange, changeArticles } from './change-articles.server.ts'
import { listAdminArticles } from './list-admin-articles.server.ts'

const newsroom = await createNewsroom()
const { db, ada, ben, save, publish, row, open, audit, addPerson } = newsroom
const author = await addPerson('Cleo', 'author')
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

it('assigns articles, one audit entry each, and reverses it', async () => {
  const outcomes = await change([ID, LIVE].map((id) => ({ id, kind: 'assign', assigneeId: ben.id })))
  expect(outcomes).toEqual([
    { id: ID, kind: 'done', undo: { id: ID, kind: 'assign', assigneeId: null } },
    { id: LIVE, kind: 'done', undo: { id: LIVE, kind: 'assign', assigneeId: null } },
  ])
  expect((await listAdminArticles(db, { person: ben.id })).articles).toHaveLength(2)
  expect(await actions()).toEqual([
    ['article.assign', ID],
    ['article.assign', LIVE],
  ])
  await undo(outcomes)
  expect((await listAdminArticles(db, { person: ben.id })).articles).toHaveLength(0)
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

it('deletes articles to the bin, and restores them', async () => {
  const outcomes = await change([ID, LIVE].map((id) => ({ id, kind: 'delete' })))
  expect(await row(LIVE)).toBeUndefined()
  expect((await listAdminArticles(db, { status: 'bin' })).articles).toHaveLength(2)
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
    { id: ID, kind: 'approve', version: (await open(ID)).version },
    {
      id: ID,
      kind: 'publish',
      version: (await open(ID)).version,
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
