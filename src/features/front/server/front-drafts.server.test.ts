import { afterAll, beforeEach, expect, it } from 'vitest'
import { emptyFront, type FrontChange } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { ADA as by, createFrontDatabase, storyId as id, NOW, pin } from '../testing/front-database.ts'
import {
  changeFront,
  discardFrontDraft,
  findFront,
  MAX_UNDO_STEPS,
  undoFrontChange,
} from './front-drafts.server.ts'

const database = await createFrontDatabase()
const { db, pool } = database
beforeEach(() => database.clear())
afterAll(() => database.drop())

const change = (made: FrontChange, page: FrontPage = 'home') => changeFront(db, by, page, made, NOW)
const find = (page: FrontPage = 'home') => findFront(db, page, NOW)
const shown = async () => (await find()).filled.places.map(({ article }) => article?.title)

it('is automatic at first', async () => {
  const state = await find()
  expect(state).toMatchObject({
    page: 'home',
    draft: emptyFront('home'),
    version: 0,
    changed: null,
    published: null,
    isPublished: true,
    scheduled: [],
    undoable: null,
    hiddenTitles: {},
  })
  expect(await shown()).toEqual(Array.from({ length: 15 }, (_, index) => `Story ${index + 1}`))
})

it('pins an article in the draft, and says who did it', async () => {
  expect(await change(pin(0, 18))).toEqual({ kind: 'changed', version: 1 })
  expect((await shown()).slice(0, 3)).toEqual(['Story 18', 'Story 1', 'Story 2'])
  expect(await find()).toMatchObject({
    version: 1,
    isPublished: false,
    changed: { by: 'Ada', at: NOW.toISOString() },
    undoable: { by: 'Ada', kind: 'pin' },
  })
  expect((await find('sport')).version).toBe(0)
})

it('has the headlines of hidden articles, also of withdrawn ones', async () => {
  await pool.query(
    `insert into drafts (id, fields) values ($1, '{"title":"A draft","author":"","category":"News"}')`,
    [id(99)],
  )
  for (const articleId of [id(18), id(99), id(100)]) await change({ kind: 'hide', articleId })
  expect((await find()).hiddenTitles).toEqual({ [id(18)]: 'Story 18', [id(99)]: 'A draft' })
})

it('loses no change of editors who work at the same time', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => change(pin(index, 20 - index))))
  expect((await shown()).slice(0, 10)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Story ${20 - index}`),
  )
  expect((await find()).version).toBe(10)
})

it('keeps the version when nothing changes, and refuses with a reason', async () => {
  await change(pin(0, 18))
  expect(await change(pin(0, 18))).toEqual({ kind: 'changed', version: 1 })
  expect(
    await change({ kind: 'unpin', place: { container: null, index: 0 }, articleId: id(2) }),
  ).toMatchObject({ kind: 'refused' })
  expect((await find()).version).toBe(1)
})

it('gives the place of a withdrawn article to the next one at once', async () => {
  await change(pin(0, 18))
  await pool.query('delete from articles where id = $1', [id(18)])
  expect((await shown())[0]).toBe('Story 1')
})

it('shows the headline and image of the front, and those of the article after them', async () => {
  const place = { container: null, index: 0 }
  await change(pin(0, 18))
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), 'tea.jpg', 'tea.jpg', 'image/jpeg', 1, 1, 1, 0)`,
  )
  await change({ kind: 'setHeadline', place, articleId: id(18), title: 'On the front' })
  await change({ kind: 'setImage', place, articleId: id(18), image: 'tea.jpg' })
  expect((await find()).filled.places[0]?.article).toMatchObject({
    id: id(18),
    title: 'On the front',
    image: { owner: 'uploads', key: expect.stringMatching(/^tea\.jpg\/[0-9a-f]{14}$/) },
  })
  await change({ kind: 'setImage', place, articleId: id(18), image: 'missing.jpg' })
  expect((await find()).filled.places[0]?.article?.image).toBeNull()
})

it('undoes the last changes, one after the other', async () => {
  await change(pin(0, 18))
  await change(pin(1, 19))
  expect(await undoFrontChange(db, by, 'home', 1, NOW), 'a colleague has changed it').toEqual({
    kind: 'outdated',
  })
  expect(await undoFrontChange(db, by, 'home', 2, NOW)).toEqual({ kind: 'undone', version: 3 })
  expect((await shown()).slice(0, 2)).toEqual(['Story 18', 'Story 1'])
  await change(pin(2, 20))
  expect(await undoFrontChange(db, by, 'home', 4, NOW)).toEqual({ kind: 'undone', version: 5 })
  expect(await undoFrontChange(db, by, 'home', 5, NOW)).toEqual({ kind: 'undone', version: 6 })
  expect(await find()).toMatchObject({ isPublished: true, undoable: null })
  expect(await undoFrontChange(db, by, 'home', 6, NOW)).toEqual({ kind: 'none' })
})

it('discards the draft, which can be undone', async () => {
  await change(pin(0, 18))
  await discardFrontDraft(db, by, 'home', NOW)
  expect(await find()).toMatchObject({ isPublished: true, version: 2 })
  await undoFrontChange(db, by, 'home', 2, NOW)
  expect((await shown())[0]).toBe('Story 18')
})

it('keeps a limited number of changes', async () => {
  for (let index = 0; index < MAX_UNDO_STEPS + 5; index += 1) await change(pin(index % 2, (index % 7) + 1))
  const { rows } = await pool.query('select count(*)::int as count from front_changes')
  expect(rows).toEqual([{ count: MAX_UNDO_STEPS }])
})
