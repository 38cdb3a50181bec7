import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { listMyWork } from '#features/desk/server/list-my-work.server.ts'
import { listStaff } from '#features/drafts/server/list-staff.server.ts'
import { listInbox } from '#features/inbox/server/inbox.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { assignDraft, createIdea, findAssignment } from './assign-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, save, publish, row, audit, addPerson, ingest } = newsroom
const author = await addPerson('Cleo', 'author')
const contributor = await addPerson('Dan', 'contributor')
const reader = await addPerson('Eve', 'user')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('assigns a draft with a due date, and records the names', async () => {
  await save({})
  expect(await assignDraft(db, ada, { id: ID, assigneeId: ben.id, dueAt: LATER })).toEqual({
    kind: 'assigned',
    previous: { assigneeId: null, dueAt: null },
  })
  expect(await findAssignment(db, ben, ID)).toEqual({
    assigneeId: ben.id,
    dueAt: LATER.toISOString(),
    canAssign: true,
  })
  const { articles } = await listArticles(db, { person: ben.id })
  expect(articles).toMatchObject([{ assignee: { id: ben.id, name: 'Ben' }, dueAt: LATER.toISOString() }])
  // Only the given value changes.
  await assignDraft(db, ada, { id: ID, dueAt: null })
  expect(await findAssignment(db, ada, ID)).toMatchObject({ assigneeId: ben.id, dueAt: null })
  expect((await audit()).slice(1)).toMatchObject([
    {
      action: 'article.assign',
      subject: 'Tea',
      changes: { assignee: { from: null, to: 'Ben' }, dueAt: { from: null, to: LATER.toISOString() } },
    },
    { action: 'article.assign', changes: { dueAt: { from: LATER.toISOString(), to: null } } },
  ])
})

it('removes the notice of an assignment that ends before it is read', async () => {
  await save({})
  const noticesOf = async (person: typeof ada) =>
    (await listInbox(db, person)).items.map(({ kind, isRead }) => [kind, isRead])
  await assignDraft(db, ada, { id: ID, assigneeId: ben.id })
  await assignDraft(db, ada, { id: ID, assigneeId: author.id })
  expect([await noticesOf(ben), await noticesOf(author)]).toEqual([[], [['assignment', false]]])
  await pool.query('update inbox_items set read_at = now()')
  await assignDraft(db, ada, { id: ID, assigneeId: null })
  expect(await noticesOf(author)).toEqual([['assignment', true]])
})

it('records nothing if nothing changes', async () => {
  await save({})
  await assignDraft(db, ada, { id: ID, assigneeId: ben.id })
  await assignDraft(db, ada, { id: ID, assigneeId: ben.id })
  expect(await audit()).toHaveLength(2)
})

it('assigns to people who write articles only', async () => {
  await save({})
  expect(await assignDraft(db, ada, { id: ID, assigneeId: reader.id })).toMatchObject({ kind: 'refused' })
  expect(await assignDraft(db, ada, { id: ID, assigneeId: randomUUID() })).toMatchObject({ kind: 'refused' })
  expect(await assignDraft(db, ada, { id: randomUUID(), assigneeId: ben.id })).toEqual({ kind: 'gone' })
  expect((await listStaff(db)).map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
})

it('lets authors assign their own drafts, and contributors none', async () => {
  await save({}, { by: ada })
  await expect(assignDraft(db, author, { id: ID, assigneeId: ben.id })).rejects.toThrow(ForbiddenError)
  await assignDraft(db, ada, { id: ID, assigneeId: author.id })
  expect(await assignDraft(db, author, { id: ID, dueAt: LATER })).toMatchObject({ kind: 'assigned' })
  await assignDraft(db, ada, { id: ID, assigneeId: contributor.id })
  await expect(assignDraft(db, contributor, { id: ID, assigneeId: ben.id })).rejects.toThrow(ForbiddenError)
  expect(await findAssignment(db, contributor, ID)).toMatchObject({ canAssign: false })
})

it('assigns a published article of a feed without changing what readers see', async () => {
  const id = await ingest('1', 'From a feed')
  const before = await row(id)
  expect(await findAssignment(db, ada, id)).toEqual({ assigneeId: null, dueAt: null, canAssign: true })
  await assignDraft(db, ada, { id, assigneeId: ben.id })
  expect(await row(id)).toEqual(before)
  expect((await listArticles(db, { status: 'published' })).articles).toMatchObject([
    { id, assignee: { name: 'Ben' } },
  ])
  await publish()
  expect(await findAssignment(db, ada, randomUUID())).toBeNull()
})

it('creates an idea once, which is overdue in the work of its assignee after its due date', async () => {
  const idea = { id: ID, title: 'Follow the money', assigneeId: author.id, dueAt: LATER }
  expect(await createIdea(db, ada, idea, NOW)).toMatchObject({ kind: 'assigned' })
  expect(await createIdea(db, ada, idea, NOW)).toMatchObject({ kind: 'assigned' })
  const { articles } = await listArticles(db, { status: 'idea' })
  expect(articles).toMatchObject([{ title: 'Follow the money', assignee: { name: 'Cleo' } }])
  const overdue = [{ id: ID, title: 'Follow the money', status: 'idea', at: LATER.toISOString() }]
  expect((await listMyWork(db, author, NOW)).overdue).toEqual({ items: [], count: 0 })
  const tomorrow = new Date(LATER.getTime() + 86_400_000)
  expect((await listMyWork(db, author, tomorrow)).overdue).toEqual({ items: overdue, count: 1 })
  expect(await createIdea(db, ada, { ...idea, id: randomUUID(), assigneeId: reader.id }, NOW)).toMatchObject({
    kind: 'refused',
  })
})
