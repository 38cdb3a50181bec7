import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom, NOW } from '#features/publishing/testing/newsroom.ts'
import { addAutosaveRevisions } from './autosave-revisions.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ben, edit, save, revisions } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const run = (minutes: number) => addAutosaveRevisions(db, after(minutes))

it('adds a revision once nobody edits the draft any more', async () => {
  await edit({ title: 'Tea' })
  await edit({ title: 'Green tea' }, { by: ben, now: after(1) })
  expect(await run(2)).toBe(0)
  expect(await run(3)).toBe(1)
  expect(await run(4)).toBe(0)
  expect(await revisions()).toEqual(['1 autosave: Green tea'])
  const { rows } = await pool.query('select by, at, cardinality(edited_by) as people from revisions')
  expect(rows).toEqual([{ by: ben.id, at: after(1), people: 2 }])
})

it('adds a revision every 10 minutes while the draft is edited', async () => {
  for (let minute = 0; minute <= 22; minute += 2) {
    await edit({ title: `Tea ${minute}` }, { now: after(minute) })
    await run(minute)
  }
  expect(await revisions()).toEqual(['1 autosave: Tea 10', '2 autosave: Tea 20'])
})

it('adds none of a text that is saved, empty, or as it was', async () => {
  await edit({ title: '' })
  expect(await run(5)).toBe(0)
  await save({ title: 'Tea' })
  await edit({ title: 'Coffee' })
  await edit({ title: 'Tea' })
  expect(await run(5)).toBe(0)
  expect(await revisions()).toEqual(['1 save: Tea'])
  expect((await pool.query('select edited_by from drafts')).rows).toEqual([{ edited_by: [] }])
})
