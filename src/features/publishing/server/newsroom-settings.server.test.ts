import { afterAll, beforeEach, expect, it } from 'vitest'
import { DEFAULT_CHECK_LEVELS } from '../rules/publish-check.ts'
import { createNewsroom, LATER } from '../testing/newsroom.ts'
import { changeCheckLevels, findCheckLevels } from './newsroom-settings.server.ts'

const newsroom = await createNewsroom()
const { db, ada, publish, row, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('an article that fails every check can be published by default', async () => {
  const title = `TK ” ${'x'.repeat(90)}`
  expect(await publish({ title, content: '<img src="/a.webp">' })).toMatchObject({ kind: 'published' })
})

it('an article that fails a required check is neither published nor scheduled', async () => {
  await changeCheckLevels(db, ada, { 'lead-image': 'must', placeholder: 'must' })
  const reasons = ['There is no lead image.', 'The text contains “TK”, a placeholder.']
  expect(await publish({ title: 'TK' })).toEqual({ kind: 'refused', reasons })
  expect(await publish({ title: 'TK' }, { plannedAt: LATER })).toEqual({ kind: 'refused', reasons })
  expect(await row()).toBeUndefined()
  const imageUrl = '/storage/article-images/tea.webp'
  expect(await publish({ title: 'Tea', imageUrl })).toMatchObject({ kind: 'published' })
})

it('changes the levels of the given checks, and records the change', async () => {
  expect(await findCheckLevels(db)).toEqual(DEFAULT_CHECK_LEVELS)
  await changeCheckLevels(db, ada, { standfirst: 'must', links: 'must' })
  await changeCheckLevels(db, ada, { 'lead-image': 'off' })
  expect(await findCheckLevels(db)).toEqual({
    ...DEFAULT_CHECK_LEVELS,
    standfirst: 'must',
    'lead-image': 'off',
  })
  expect(await audit()).toMatchObject([
    {
      action: 'settings.update',
      subject: 'Publish check',
      changes: { standfirst: { from: 'should', to: 'must' } },
    },
    { changes: { 'lead-image': { from: 'should', to: 'off' } } },
  ])
})
