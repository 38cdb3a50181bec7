import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { changeCheckLevels } from '#features/publishing/server/newsroom-settings.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { MAX_NOTES } from '../rules/notes.ts'
import {
  addNote,
  deleteNote,
  editNote,
  listMentionable,
  listNotes,
  type NewNote,
  resolveNote,
} from './notes.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben } = newsroom

let author: Account
let contributor: Account

beforeAll(async () => {
  author = await newsroom.addPerson('Cy Author', 'author')
  contributor = await newsroom.addPerson('Di', 'contributor')
})

beforeEach(async () => {
  await newsroom.clear()
  await newsroom.save({ title: 'Tea' })
})

afterAll(() => newsroom.database.drop())

const add = (more: Partial<NewNote> = {}, by: Account = ada) =>
  addNote(db, by, { id: randomUUID(), articleId: ID, text: 'Check this', isBlocking: false, ...more }, NOW)
const list = (by: Account = ada) => listNotes(db, by, ID)
const first = async () => {
  const [note] = await list()
  if (!note) throw new Error('There is no note')
  return note
}

const inbox = async () =>
  (
    await pool.query(
      'select full_name as name, kind from inbox_items join users on users.id = recipient_id order by full_name, kind',
    )
  ).rows.map(({ name, kind }) => `${name}: ${kind}`)

describe('notes', () => {
  it('keep their passages when words are inserted before them, unless those steps are no longer kept', async () => {
    const anchor = (version: number) => ({ version, from: 1, to: 4 })
    const { rows } = await pool.query('select version from drafts')
    const { version } = rows[0]
    const write = async (count: number) => {
      await pool.query(
        `insert into draft_steps (draft_id, version, steps, seen, client, batch)
         select id, next, '[{"stepType": "replace", "from": 1, "to": 1, "slice": {"content": [{"type": "text", "text": "!"}]}}]',
           0, 'client-of-ben', next
         from drafts, generate_series(version + 1, version + $1) as next`,
        [count],
      )
      await pool.query('update drafts set version = version + $1', [count])
    }
    await add({ text: 'Old', anchor: anchor(version), quote: 'tea' })
    await write(50)
    await add({ text: 'New', anchor: anchor(version + 50), quote: 'tea' })
    await write(550)
    await pool.query('delete from draft_steps where version <= $1', [version + 10])
    const anchors = async () => Object.fromEntries((await list()).map(({ text, anchor }) => [text, anchor]))
    const moved = { Old: null, New: { version: version + 600, from: 551, to: 554 } }
    expect(await anchors()).toEqual(moved)
    await pool.query('delete from draft_steps')
    expect(await anchors()).toEqual(moved)
  })

  it('are added to a passage, with replies, and listed in their order', async () => {
    const id = randomUUID()
    const anchor = { version: 1, from: 1, to: 4 }
    expect(await add({ id, anchor, quote: 'tea', isBlocking: true })).toEqual({ kind: 'saved' })
    await addNote(
      db,
      ben,
      { id: randomUUID(), articleId: ID, parentId: id, text: 'Done', isBlocking: true },
      LATER,
    )
    expect(await list(author)).toMatchObject([
      { id, anchor, quote: 'tea', isBlocking: true, by: { name: 'Ada' }, at: NOW.toISOString() },
      { parentId: id, anchor: null, isBlocking: false, text: 'Done', by: { name: 'Ben' } },
    ])
  })

  it('are added once when a request is retried', async () => {
    const id = randomUUID()
    await add({ id })
    expect(await add({ id })).toEqual({ kind: 'saved' })
    expect(await list()).toHaveLength(1)
    expect(await add({ id }, ben)).toMatchObject({ kind: 'refused' })
  })

  it('are added to the article of a feed, which gets a draft', async () => {
    const articleId = await newsroom.ingest('1', 'From a feed')
    expect(await listNotes(db, ada, articleId)).toEqual([])
    expect(await add({ articleId })).toEqual({ kind: 'saved' })
    expect(await listNotes(db, ada, articleId)).toHaveLength(1)
  })

  it('are not added to articles that do not exist, and replies not to notes of another article', async () => {
    expect(await add({ articleId: randomUUID() })).toEqual({ kind: 'gone' })
    await add()
    const { id: parentId } = await first()
    const other = randomUUID()
    await newsroom.save({ title: 'Other' }, { id: other })
    expect(await add({ articleId: other, parentId })).toMatchObject({ kind: 'refused' })
    await add({ parentId })
    const reply = (await list()).find((note) => note.parentId)
    expect(await add({ parentId: reply?.id ?? '' })).toMatchObject({ kind: 'refused' })
  })

  it('are limited in number', async () => {
    await pool.query(
      `insert into notes (id, article_id, text) select gen_random_uuid(), $1, 'x' from generate_series(1, $2)`,
      [ID, MAX_NOTES - 1],
    )
    expect(await add()).toEqual({ kind: 'saved' })
    expect(await add()).toMatchObject({ kind: 'refused' })
  })

  it('are hidden from contributors who cannot read the draft, and cannot be added by them', async () => {
    await expect(list(contributor)).rejects.toThrow('Access Denied')
    await expect(listMentionable(db, contributor, ID)).rejects.toThrow('Access Denied')
    await expect(add({}, contributor)).rejects.toThrow('Access Denied')
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await add({}, contributor)).toEqual({ kind: 'saved' })
  })

  it('are edited and deleted by their authors only', async () => {
    await add({}, author)
    const { id } = await first()
    await expect(editNote(db, ada, { id, text: 'x', isBlocking: false }, LATER)).rejects.toThrow()
    await expect(deleteNote(db, ada, id)).rejects.toThrow()
    await editNote(db, author, { id, text: 'New', isBlocking: true }, LATER)
    expect(await first()).toMatchObject({
      text: 'New',
      isBlocking: true,
      editedAt: LATER.toISOString(),
    })
    await deleteNote(db, author, id)
    expect(await list()).toEqual([])
    expect(await deleteNote(db, author, id)).toMatchObject({ kind: 'refused' })
  })

  it('with replies of others are not deleted', async () => {
    await add()
    const { id } = await first()
    await add({ parentId: id }, ben)
    expect(await deleteNote(db, ada, id)).toMatchObject({ kind: 'refused' })
    expect(await list()).toHaveLength(2)
  })

  it('are resolved by people who can edit the article, or who wrote them; a reply opens them again', async () => {
    await add({}, author)
    const { id } = await first()
    const other = await newsroom.addPerson('Ed', 'author')
    await expect(resolveNote(db, other, { id, isResolved: true }, LATER)).rejects.toThrow('Access Denied')
    expect((await list(other))[0]?.canResolve).toBe(false)
    await resolveNote(db, ben, { id, isResolved: true }, LATER)
    expect(await first()).toMatchObject({ resolvedAt: LATER.toISOString(), resolvedBy: 'Ben' })
    await resolveNote(db, author, { id, isResolved: false }, LATER)
    expect(await first()).toMatchObject({ resolvedAt: null, resolvedBy: null })
    await resolveNote(db, author, { id, isResolved: true }, LATER)
    await add({ parentId: id })
    expect((await first()).resolvedAt).toBeNull()
  })

  it('are locked while the article is in the bin', async () => {
    await add()
    const { id } = await first()
    await pool.query('update drafts set deleted_at = now()')
    expect(await add()).toEqual({ kind: 'gone' })
    expect(await resolveNote(db, ada, { id, isResolved: true }, LATER)).toEqual({ kind: 'gone' })
  })
})

it('notes are recorded in the audit log with their texts', async () => {
  await pool.query('truncate audit_log')
  const id = randomUUID()
  await add({ id, isBlocking: true })
  await editNote(db, ada, { id, text: 'Check this again', isBlocking: true }, LATER)
  await editNote(db, ada, { id, text: 'Check this again', isBlocking: true }, LATER)
  await resolveNote(db, ben, { id, isResolved: true }, LATER)
  await resolveNote(db, ben, { id, isResolved: false }, LATER)
  await deleteNote(db, ada, id)
  const { rows } = await pool.query(
    'select action, subject, subject_id, actor_email, changes from audit_log order by id',
  )
  expect(rows.map(({ action, actor_email }) => [action, actor_email])).toEqual([
    ['note.add', ada.email],
    ['note.edit', ada.email],
    ['note.resolve', ben.email],
    ['note.reopen', ben.email],
    ['note.delete', ada.email],
  ])
  expect(rows[0]).toMatchObject({ subject: 'Tea', subject_id: ID })
  expect(rows[1].changes).toEqual({ text: { from: 'Check this', to: 'Check this again' } })
  expect(rows[4].changes).toEqual({ text: { from: 'Check this again', to: null } })
})

describe('mentions and replies', () => {
  it('notify people who can read the draft, but not their author', async () => {
    await add({ text: '@Ada @Ben @Di @Cy Author, look' })
    expect(await inbox()).toEqual(['Ben: mention', 'Cy Author: mention'])
  })

  it('notify of a reply everybody in the thread, once', async () => {
    await add({}, author)
    const { id: parentId } = await first()
    await add({ parentId }, ben)
    expect(await inbox()).toEqual(['Cy Author: reply'])
    await pool.query('delete from inbox_items')
    await add({ parentId, text: '@Ben Yes' })
    expect(await inbox()).toEqual(['Ben: mention', 'Cy Author: reply'])
  })

  it('of an edited note notify the people who were not mentioned before', async () => {
    await add({ text: '@Ben look' })
    await pool.query('update inbox_items set read_at = now()')
    const { id } = await first()
    await editNote(db, ada, { id, text: '@Ben and @Cy Author look', isBlocking: false }, LATER)
    const { rows } = await pool.query(
      'select full_name as name from inbox_items join users on users.id = recipient_id where read_at is null',
    )
    expect(rows).toEqual([{ name: 'Cy Author' }])
  })
})

describe('open blocking notes', () => {
  it('prevent publications and schedules until they are resolved', async () => {
    await add({ isBlocking: true })
    const refused = { kind: 'refused', reasons: ['A note that blocks the publication is open.'] }
    expect(await newsroom.publish()).toEqual(refused)
    expect(await newsroom.publish({}, { plannedAt: LATER })).toEqual(refused)
    expect(await newsroom.row()).toBeUndefined()
    await resolveNote(db, ben, { id: (await first()).id, isResolved: true }, LATER)
    expect(await newsroom.publish()).toMatchObject({ kind: 'published' })
  })

  it('do not prevent publications if the setting recommends the check only', async () => {
    await add({ isBlocking: true })
    await changeCheckLevels(db, ada, { 'blocking-notes': 'should' })
    expect(await newsroom.publish()).toMatchObject({ kind: 'published' })
  })
})
