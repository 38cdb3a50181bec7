import { expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import type { LibraryFilter } from '../rules/library-params.ts'
import { openLibrary, stripes } from '../testing/library-fixture.ts'
import { findLibraryFile, findLibraryFileDetail, listLibraryFiles, listSimilar } from './library.server.ts'

const { db, pool, upload, addAccount } = await openLibrary()
const now = new Date('2026-11-21T12:00:00Z')

const list = async (account: Account, filter: LibraryFilter & { before?: string } = {}) =>
  (await listLibraryFiles(db, account, filter, now)).files.map(({ id }) => id)
const set = (id: string, column: string, value: unknown) =>
  pool.query(`update media set ${column} = $2 where id = $1`, [id, value])

it('lists images newest first, page by page', async () => {
  const editor = await addAccount('editor')
  const first = await upload(editor)
  // All at the same time, so that the id decides.
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash, created_at)
     select gen_random_uuid(), n || '_x.jpg', n || '_x.jpg', 'image/jpeg', 1, 1, 1, 0, '2026-01-01' from generate_series(1, 100) as n`,
  )
  const pages = []
  let before: string | null | undefined
  do {
    const page = await listLibraryFiles(db, editor, { ...(before && { before }) }, now)
    pages.push(page.files.map(({ id }) => id))
    before = page.next
  } while (before)
  expect(pages.map((page) => page.length)).toEqual([48, 48, 5])
  expect(pages[0]?.[0]).toBe(first.id)
  expect(new Set(pages.flat()).size).toBe(101)
})

it('finds all words in any text, in any order, case and accents, and takes wildcards literally', async () => {
  const editor = await addAccount('editor')
  const { id } = await upload(editor, undefined, 'Harbour_100%.jpg')
  const other = await upload(editor, undefined, 'other.jpg')
  await set(id, 'caption', 'A ferry leaves Zürich’s harbour')
  await set(id, 'people', 'Ann Müller')
  for (const q of ['zurich ferry', 'muller', "zurich's", 'FERRY ann', 'harbour_100'])
    expect(await list(editor, { q }), q).toEqual([id])
  for (const q of ['ferry train', 'f%y', 'f_rry', '\\']) expect(await list(editor, { q }), q).toEqual([])
  expect(await list(editor, { q: '_other' })).toEqual([other.id])
})

it('filters by state, person and day of the upload in London', async () => {
  const editor = await addAccount('editor')
  const author = await addAccount('author')
  const one = await upload(editor)
  const two = await upload(author)
  await set(one.id, 'rights_end_on', '2026-11-20')
  await set(two.id, 'rights_end_on', '2026-11-21')
  await set(one.id, 'alt', 'A ferry')
  await set(one.id, 'created_at', '2026-06-30T23:30:00Z')
  await pool.query(`insert into articles (title, image_url) values ('A', $1)`, [two.url])
  expect(await list(editor, { state: 'rights-ended' })).toEqual([one.id])
  expect(await list(editor, { state: 'unused' })).toEqual([one.id])
  expect(await list(editor, { state: 'undescribed' })).toEqual([two.id])
  expect(await list(editor, { person: 'me' })).toEqual([one.id])
  expect(await list(editor, { person: author.id })).toEqual([two.id])
  expect(await list(editor, { from: '2026-07-01', to: '2026-07-01' })).toEqual([one.id])
  expect(await list(editor, { to: '2026-06-30' })).toEqual([])
})

it('shows contributors their own images only', async () => {
  const editor = await addAccount('editor')
  const contributor = await addAccount('contributor')
  const bytes = await stripes({ seed: 0.5 })
  const theirs = await upload(editor, bytes)
  const own = await upload(contributor, bytes)
  expect(await list(contributor)).toEqual([own.id])
  expect(await list(contributor, { person: editor.id })).toEqual([])
  expect(await findLibraryFile(db, contributor, theirs.id)).toBeNull()
  expect(await findLibraryFileDetail(db, contributor, theirs.id)).toBeNull()
  expect(await listSimilar(db, contributor, own.id)).toEqual([])
  expect((await listSimilar(db, editor, own.id)).map(({ id }) => id)).toEqual([theirs.id])
})

it('finds near-duplicates in other sizes and formats', async () => {
  const editor = await addAccount('editor')
  const original = await upload(editor, await stripes({ seed: 0.3 }))
  await upload(editor, await stripes({ seed: 0.8 }))
  const small = await upload(editor, await stripes({ seed: 0.3, width: 200, height: 125 }))
  expect((await listSimilar(db, editor, small.id)).map(({ id }) => id)).toEqual([original.id])
})

it('says where an image is used, without the titles that an account may not read', async () => {
  const editor = await addAccount('editor')
  const contributor = await addAccount('contributor')
  const { id, url } = await upload(contributor)
  const draft = async (title: string, owner: Account, deletedAt: string | null = null) =>
    pool.query(
      `insert into drafts (id, fields, owner_id, deleted_at)
       values (gen_random_uuid(), jsonb_build_object('title', $1::text, 'author', '', 'category', 'News', 'summary', '',
         'content', '<figure><img src="' || $2 || '"></figure>', 'imageUrl', ''), $3, $4)`,
      [title, url, owner.id, deletedAt],
    )
  await pool.query(`insert into articles (title, image_url) values ('Published', $1)`, [url])
  await draft('Own', contributor)
  await draft('Binned', editor, '2026-11-20')
  await pool.query(
    `insert into site_settings (setting_name, setting_value) values ('contact_page', '<img src="' || $1 || '">')`,
    [url],
  )
  await pool.query(
    `insert into authors (id, slug, name, image_url) values (gen_random_uuid(), 'ada', 'Ada', $1)`,
    [url],
  )
  await pool.query(
    `insert into topics (id, slug, name, image_url) values (gen_random_uuid(), 'climate', 'Climate', $1)`,
    [url],
  )
  await pool.query(
    `insert into fronts (page, draft) values ('home', jsonb_build_object('places', jsonb_build_array(jsonb_build_object('image', $1::text))))`,
    [url.split('/').at(-1)],
  )
  await pool.query(
    `insert into newsletter_campaigns (template, subject, html, text)
     values ('announcement', 'Sent', '<img src="https://paper.example/media/uploads/' || $1 || '/0123456789abcd/full-1280.jpeg">', '')`,
    [url.split('/').at(-1)],
  )
  const seen = await findLibraryFileDetail(db, editor, id)
  expect(seen?.isUsed).toBe(true)
  expect(seen?.uses).toMatchObject([
    { kind: 'article', title: 'Binned', isPublished: false, isInBin: true },
    { kind: 'article', title: 'Own', isPublished: false, isInBin: false },
    { kind: 'article', title: 'Published', isPublished: true },
    { kind: 'setting', name: 'contact_page' },
    { kind: 'newsletter', subject: 'Sent' },
    { kind: 'person', name: 'Ada' },
    { kind: 'topic', name: 'Climate' },
    { kind: 'front', name: 'home' },
  ])
  expect(await findLibraryFileDetail(db, contributor, id)).toMatchObject({
    uses: [
      { title: 'Own' },
      { kind: 'setting' },
      { kind: 'newsletter' },
      { kind: 'person' },
      { kind: 'topic' },
      { kind: 'front' },
    ],
    hidden: 2,
  })
  await pool.query(`delete from site_settings where setting_name = 'contact_page'`)
  await pool.query('delete from authors; delete from topics; delete from fronts')
})
