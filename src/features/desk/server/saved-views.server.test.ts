import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom } from '#features/publishing/testing/newsroom.ts'
import { deleteView, listSavedViews, MAX_SHARED_VIEWS, MAX_VIEWS, saveView } from './saved-views.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, addPerson } = newsroom
const author = await addPerson('Cleo', 'author')

beforeEach(() => pool.query('delete from saved_views'))
afterAll(() => newsroom.database.drop())

const view = (name: string, more = {}) => ({
  id: randomUUID(),
  name,
  filter: { status: 'draft' } as const,
  isShared: false,
  ...more,
})
const countShared = async () =>
  (await pool.query('select count(*)::int as count from saved_views where is_shared')).rows[0].count
const names = async (person: { id: string }) =>
  (await listSavedViews(db, person)).map(({ name, owner }) => [name, owner])

it('saves, renames and deletes a person’s views', async () => {
  const sport = view('Sport', { filter: { category: 'Sport', q: 'cup' } })
  expect(await saveView(db, ada, sport)).toEqual({ kind: 'saved' })
  expect(await listSavedViews(db, ada)).toEqual([{ ...sport, owner: null }])
  await saveView(db, ada, { ...sport, name: 'Cup' })
  expect(await names(ada)).toEqual([['Cup', null]])
  expect(await names(ben)).toEqual([])
  await deleteView(db, ben, sport.id)
  expect(await names(ada)).toHaveLength(1)
  await deleteView(db, ada, sport.id)
  expect(await names(ada)).toEqual([])
})

it('shows shared views to everybody; only people who publish share, and only the owner changes', async () => {
  const shared = view('Night desk', { isShared: true })
  await saveView(db, ada, shared)
  expect(await names(author)).toEqual([['Night desk', 'Ada']])
  expect(await saveView(db, ben, { ...shared, name: 'Mine now' })).toMatchObject({ kind: 'refused' })
  await saveView(db, author, view('Attempt', { isShared: true }))
  expect(await names(ada)).toEqual([['Night desk', null]])
})

it('refuses a second view of the same name', async () => {
  await saveView(db, ada, view('Sport'))
  expect(await saveView(db, ada, view('sport'))).toMatchObject({ kind: 'refused' })
  expect(await saveView(db, ben, view('sport'))).toEqual({ kind: 'saved' })
})

it('compares names as the database does', async () => {
  // JavaScript has two lower cases of sigma, and no single letter for the lower case of this I.
  for (const [name, other] of [
    ['οδοσ', 'ΟΔΟΣ'],
    ['istanbul', 'İSTANBUL'],
  ]) {
    const { rows } = await pool.query('select lower($1) = lower($2) as same', [name, other])
    await saveView(db, ada, view(name ?? ''))
    const outcome = await saveView(db, ada, view(other ?? ''))
    expect(outcome.kind).toBe(rows[0].same ? 'refused' : 'saved')
  }
})

it('limits the views of a person, even with concurrent requests', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: MAX_VIEWS + 5 }, (_, n) => saveView(db, ada, view(`View ${n}`))),
  )
  expect(outcomes.filter(({ kind }) => kind === 'saved')).toHaveLength(MAX_VIEWS)
  expect(await names(ada)).toHaveLength(MAX_VIEWS)
})

it('limits the shared views, even when several people share at once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => addPerson(`Editor ${n}`, 'editor')))
  await pool.query(
    `insert into saved_views (id, owner_id, name, filter, is_shared)
     select gen_random_uuid(), $1, 'View ' || n, '{}', true from generate_series(1, $2::int) as n`,
    [ada.id, MAX_SHARED_VIEWS - 2],
  )
  const views = people.map((_, n) => view(`Night desk ${n}`, { isShared: true }))
  const outcomes = await Promise.all(people.map((person, n) => saveView(db, person, views[n] ?? view(''))))
  expect(outcomes.filter(({ kind }) => kind === 'saved')).toHaveLength(2)
  expect(await countShared()).toBe(MAX_SHARED_VIEWS)
  // A view that is shared already can be changed.
  const shared = outcomes.findIndex(({ kind }) => kind === 'saved')
  const [person, own] = [people[shared] ?? ada, views[shared] ?? view('')]
  expect(await saveView(db, person, { ...own, name: 'Day desk' })).toEqual({ kind: 'saved' })
  expect(await countShared()).toBe(MAX_SHARED_VIEWS)
})

it('ignores stored parameters that are no longer valid', async () => {
  await pool.query(
    `insert into saved_views (id, owner_id, name, filter) values (gen_random_uuid(), $1, 'Old', '{"status": "hot", "q": "tea"}')`,
    [ada.id],
  )
  expect((await listSavedViews(db, ada))[0]?.filter).toEqual({ q: 'tea' })
})
