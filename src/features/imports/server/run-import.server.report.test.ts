import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary, stripes } from '#features/media/testing/library-fixture.ts'
import type { ImportedSubscriber, ImportSource } from '../rules/import-item.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../rules/import-options.ts'
import { fakeArticle, fakeSource } from '../testing/fake-source.ts'
import { checkSource } from './check-source.server.ts'
import { addImport, findImport } from './imports.server.ts'
import { runImport } from './run-import.server.ts'

const { db, pool, bucket, dir } = await openLibrary()
const services = { db, bucket, dir: join(dir, 'temporary'), outbound: null }

const all = (table: string, order: string) =>
  pool.query(`select * from ${table} order by ${order}`).then(({ rows }) => rows)

const PAPER = 'folder courier.example'

/** @param paper whose articles it imports */
async function run(
  source: ImportSource,
  options: ImportOptions = DEFAULT_OPTIONS,
  paper = 'folder other.example',
) {
  const running = { id: randomUUID(), source: paper }
  const added = { id: running.id, name: 'export.zip', path: '/export.zip', options }
  await addImport(db, COMMAND_LINE_ACTOR, { ...added, state: 'running' })
  await runImport(services, COMMAND_LINE_ACTOR, source, options, running, new AbortController().signal)
  return findImport(db, running.id)
}

it('says which images look alike, and keeps both', async () => {
  const photo = await stripes({ seed: 0.3 })
  const smaller = await sharp(photo).resize(160).jpeg({ quality: 60 }).toBuffer()
  const figures = ['a.jpg', 'b.jpg', 'c.jpg'].map((address) => `<figure><img src="${address}"></figure>`)
  const added = { 'a.jpg': photo, 'b.jpg': await stripes({ seed: 0.9 }), 'c.jpg': smaller }
  const found = await run(fakeSource([fakeArticle('1', { html: figures.join('') })], added))
  const [a] = await all('media', 'created_at')
  expect(found?.noted).toMatchObject([
    { kind: 'file', title: 'c.jpg', notes: [`It looks like ${a.name} in the library.`] },
  ])
  expect(await all('media', 'name')).toHaveLength(3)
})

it('links articles with each other, also those that come later, drafts, and old forms of addresses', async () => {
  const links = [
    ['https://www.courier.example/2019/05/2/?utm_source=x#end', 'of 2'],
    ['/?p=3', 'of 3'],
    ['https://courier.example/2019/05/9/', 'unknown'],
    ['https://other.example/2019/05/2/', 'other site'],
    ['/?p=4', 'page that is left out'],
  ]
  const html = `<p>${links.map(([address, text]) => `<a href="${address}">${text}</a>`).join(' ')}</p><p>Not a link: href="/?p=3"</p>`
  const items = [
    fakeArticle('1', { html }),
    fakeArticle('2'),
    fakeArticle('3', { state: 'draft' }),
    fakeArticle('4', { type: 'page' }),
  ]
  const options = { ...DEFAULT_OPTIONS, pages: 'leave' } as const
  const signal = new AbortController().signal
  const report = await checkSource(db, fakeSource(items), options, signal, new Date())
  expect(report.losses).toContainEqual({
    what: 'links that lead to the new addresses of articles',
    count: 2,
    examples: ['Article 1'],
  })
  await run(fakeSource(items), options, PAPER)
  const ids = await pool.query(
    `select our_id from import_items where kind = 'article' and source = $1 order by key`,
    [PAPER],
  )
  const [one, two, three] = ids.rows.map(({ our_id }) => our_id)
  const [{ content }] = (await pool.query('select content from articles where id = $1', [one])).rows
  expect([...content.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    `/article/${two}#end`,
    `/article/${three}`,
    ...links.slice(2).map(([address]) => address),
  ])
  expect(content).toContain('Not a link: href="/?p=3"')
})

it.each([
  ['fetch', 'files that have to be fetched from the former site'],
  ['leave', 'files that the export does not contain'],
] as const)('says what happens to files that are not in the export: %s', async (files, what) => {
  const html = '<p>Text</p><img src="https://courier.example/a.jpg">'
  const source = fakeSource([fakeArticle('1', { html })])
  const options = { ...DEFAULT_OPTIONS, files }
  const { losses } = await checkSource(db, source, options, new AbortController().signal, new Date())
  expect(losses).toEqual([{ what, count: 1, examples: ['https://courier.example/a.jpg'] }])
})

it('does not announce subscribers whom an earlier import has added, also if they were deleted', async () => {
  const subscriber = (email: string): ImportedSubscriber => ({
    ...{ kind: 'subscriber', key: email, email, name: null },
    ...{ subscribedAt: null, consent: 'given' },
  })
  const items = ['kept@example.org', 'deleted@example.org'].map(subscriber)
  await run(fakeSource(items), DEFAULT_OPTIONS, PAPER)
  await pool.query(`delete from newsletter_subscribers where email = 'deleted@example.org'`)
  const again = [...items.map((item) => ({ ...item, name: 'New name' })), subscriber('new@example.org')]
  const signal = new AbortController().signal
  const expected = { unchanged: { count: 2 }, created: { count: 1 } }
  const report = await checkSource(db, fakeSource(again), DEFAULT_OPTIONS, signal, new Date())
  expect(report.items.subscriber).toMatchObject(expected)
  expect((await run(fakeSource(again), DEFAULT_OPTIONS, PAPER))?.results.subscriber).toMatchObject(expected)
})
