import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import type { ReviewKind } from '#features/drafts/rules/draft-status.ts'
import { assignDraft } from '#features/publishing/server/assign-draft.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { countUnread, deleteOldInboxItems, listInbox, markRead, notifyPeople } from './inbox.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben } = newsroom

let author: Account
let contributor: Account

beforeAll(async () => {
  author = await newsroom.addPerson('Cy', 'author')
  contributor = await newsroom.addPerson('Di', 'contributor')
})

beforeEach(async () => {
  await newsroom.clear()
  await newsroom.save({ title: 'Tea', summary: 'A drink' }, { by: author })
})

afterAll(() => newsroom.database.drop())

const kinds = async (person: Account) => (await listInbox(db, person)).items.map(({ kind }) => kind)
const assign = (assigneeId: string | null, by = ada) => assignDraft(db, by, { id: ID, assigneeId })

async function review(kind: ReviewKind, by: Account, note = '') {
  const { formHash } = await newsroom.open()
  return reviewDraft(db, by, { kind, id: ID, base: { formHash }, note }, NOW)
}

it('contains the articles that were assigned to a person by others', async () => {
  await assign(ben.id)
  expect((await listInbox(db, ben)).items).toMatchObject([
    { kind: 'assignment', articleId: ID, title: 'Tea', by: 'Ada', note: null, isRead: false },
  ])
  await assign(ada.id)
  expect(await kinds(ada)).toEqual([])
})

it('contains requests for a review, for everybody who can approve, until one of them decides', async () => {
  await review('submit', author)
  expect(await kinds(ada)).toEqual(['review-request'])
  expect(await kinds(ben)).toEqual(['review-request'])
  expect(await kinds(contributor)).toEqual([])
  await review('request-changes', ben, 'Shorten it')
  expect(await countUnread(db, ada)).toBe(0)
  expect(await kinds(author)).toEqual(['change-request'])
  await review('submit', author)
  expect(await countUnread(db, ada)).toBe(1)
  await review('approve', ben)
  expect(await kinds(author)).toEqual(['approval', 'change-request'])
})

it('contains the note of the newest review of its kind', async () => {
  const notesOf = async (person: Account) =>
    (await listInbox(db, person)).items.map(({ kind, reviewNote }) => [kind, reviewNote])
  await review('submit', author, 'Please check the figures')
  expect(await notesOf(ben)).toEqual([['review-request', 'Please check the figures']])
  await review('request-changes', ben, 'Shorten it')
  await review('submit', author)
  expect(await notesOf(ben)).toEqual([['review-request', null]])
  await review('request-changes', ben, 'Shorten it more')
  await review('submit', author, 'Half as long')
  await review('approve', ada, 'Thank you')
  expect(await notesOf(author)).toEqual([
    ['approval', 'Thank you'],
    ['change-request', 'Shorten it more'],
  ])
})

it('lists an event that recurs once, unread', async () => {
  await assign(ben.id)
  await markRead(db, ben, undefined)
  expect(await countUnread(db, ben)).toBe(0)
  await assign(null)
  await assign(ben.id)
  expect(await kinds(ben)).toEqual(['assignment'])
  expect(await countUnread(db, ben)).toBe(1)
})

it('marks items of the person only as read and unread', async () => {
  await review('submit', author)
  const [item] = (await listInbox(db, ada)).items
  const ids = item ? [item.id] : []
  await markRead(db, ben, ids)
  expect(await countUnread(db, ada)).toBe(1)
  await markRead(db, ada, ids)
  expect(await countUnread(db, ada)).toBe(0)
  await markRead(db, ada, ids, false)
  expect(await countUnread(db, ada)).toBe(1)
})

it('hides articles that are in the bin, or that the person can no longer read', async () => {
  await assign(contributor.id)
  expect(await countUnread(db, contributor)).toBe(1)
  await assign(null)
  expect(await kinds(contributor)).toEqual([])
  expect(await countUnread(db, contributor)).toBe(0)
  await assign(ben.id)
  await pool.query('update drafts set deleted_at = now()')
  expect(await kinds(ben)).toEqual([])
})

it('is read in pages, and counted up to 100', async () => {
  await pool.query(
    `with added as (
       insert into drafts (id, fields) select gen_random_uuid(), fields from drafts, generate_series(1, 120) returning id
     )
     insert into inbox_items (recipient_id, kind, article_id, at)
     select $1, 'assignment', id, now() - (row_number() over ()) * interval '1 minute' from added`,
    [ada.id],
  )
  const read = new Set<string>()
  let before: string | undefined
  let pages = 0
  do {
    const page = await listInbox(db, ada, before)
    for (const { id } of page.items) read.add(id)
    before = page.next ?? undefined
    pages += 1
  } while (before && pages < 10)
  expect({ pages, items: read.size }).toEqual({ pages: 4, items: 120 })
  expect(await countUnread(db, ada)).toBe(100)
})

it('does not contain items older than 90 days', async () => {
  await notifyPeople(db, { kind: 'assignment', articleId: ID, by: { id: null }, to: [ada.id, null] })
  await pool.query(`update inbox_items set at = '2026-01-01T00:00:00Z'`)
  expect(await deleteOldInboxItems(db, new Date('2026-04-01T00:00:00Z'))).toBe(0)
  expect(await deleteOldInboxItems(db, new Date('2026-04-01T00:00:01Z'))).toBe(1)
})

it('announces changes to open screens', async () => {
  const client = await pool.connect()
  const payloads: string[] = []
  client.on('notification', ({ payload }) => payloads.push(payload ?? ''))
  await client.query('listen masthead_live')
  await client.query(`insert into notes (id, article_id, text) values ($1, $2, 'x')`, [randomUUID(), ID])
  await client.query(
    `insert into inbox_items (recipient_id, kind, article_id) values ($1, 'assignment', $2)`,
    [ada.id, ID],
  )
  await client.query('unlisten masthead_live')
  client.release()
  expect(payloads.map((payload) => JSON.parse(payload).table)).toEqual(['notes', 'inbox_items'])
})
