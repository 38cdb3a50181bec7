import { expect, it } from 'vitest'
import { openLibrary } from '../testing/library-fixture.ts'
import { findEndedRights } from './ended-rights.server.ts'

const { db, pool, addAccount, upload } = await openLibrary()
const NEW_YEAR = new Date('2027-01-01T00:30:00Z')

it('finds the files whose last day is over in London', async () => {
  const by = await addAccount('editor')
  const files = []
  for (const [day, caption] of [
    ['2026-12-31', 'A ferry'],
    ['2026-12-30', ''],
    ['2027-01-01', 'Today'],
    [null, 'Always'],
  ]) {
    const { id, name } = await upload(by, undefined, `${caption || 'quay'}.jpg`)
    await pool.query('update media set rights_end_on = $2, caption = $3 where id = $1', [id, day, caption])
    files.push(name)
  }
  const found = await findEndedRights(db, files, NEW_YEAR)
  expect(found.map(({ title }) => title).sort()).toEqual(['A ferry', 'quay.jpg'])
  expect(
    (await findEndedRights(db, files, new Date('2026-12-31T23:59:00Z'))).map(({ title }) => title),
  ).toEqual(['quay.jpg'])
  expect(
    await findEndedRights(db, [...files.slice(0, 1), 'unknown.jpg', "' or true --"], NEW_YEAR),
  ).toHaveLength(1)
  expect(await findEndedRights(db, [], NEW_YEAR)).toEqual([])
})
