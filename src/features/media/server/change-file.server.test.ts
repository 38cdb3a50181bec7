import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileForm } from '../rules/file-form.ts'
import { imageKey } from '../rules/variant.ts'
import { openLibrary, stripes } from '../testing/library-fixture.ts'
import { deleteFile, replaceFile, saveFile } from './change-file.server.ts'
import { findLibraryFile, findLibraryFileDetail } from './library.server.ts'
import { createShownUploads, findShownImages, parseShownImage } from './shown-image.server.ts'

const { db, bucket, store, pool, dir, upload, write, addAccount } = await openLibrary()
const now = new Date('2026-11-22T12:00:00Z')

const EMPTY = {
  ...{ alt: '', isDecorative: false, caption: '', credit: '', source: '', people: '', keywords: '' },
  ...{ rightsNote: '', rightsEndOn: '', focalPoint: '' },
}
const form = (part: Partial<typeof EMPTY>) => fileForm.parse({ ...EMPTY, ...part })
const actions = async () =>
  (await pool.query('select action from audit_log order by id')).rows.map((row) => row.action)

describe('saveFile', () => {
  it('stores the texts and the focal point, and records what changed', async () => {
    const author = await addAccount('author')
    const { id, url } = await upload(author)
    const before = await findLibraryFile(db, author, id)
    const typed = form({ alt: 'A ferry', credit: 'Ann', rightsEndOn: '2027-01-31', focalPoint: '0.25,0.5' })
    expect(await saveFile(db, author, { id, ...typed })).toEqual({ kind: 'saved' })
    expect(await saveFile(db, author, { id, ...typed })).toEqual({ kind: 'saved' })
    expect(await findLibraryFileDetail(db, author, id)).toMatchObject(typed)
    expect(await actions()).toEqual(['image.upload', 'image.update'])
    const shown = (
      await findShownImages(db, [url, '/storage/article-images/unknown.jpg', 'https://x.example/'])
    ).get(url)
    expect(shown).toMatchObject({ width: 320, height: 200 })
    expect(shown?.key).not.toBe(before?.key)
  })

  it('lets people change their own images, and editors all', async () => {
    const author = await addAccount('author', 'Ann')
    const other = await addAccount('author', 'Bob')
    const editor = await addAccount('editor')
    const { id } = await upload(author)
    const bytes = await write(await stripes())
    expect(await saveFile(db, other, { id, ...form({ alt: 'B' }) })).toEqual({ kind: 'denied' })
    expect(await replaceFile(store, other, { id, path: bytes, name: 'b.jpg' }, now)).toEqual({
      kind: 'denied',
    })
    expect(await deleteFile(store, other, id)).toEqual({ kind: 'denied' })
    expect(await saveFile(db, editor, { id, ...form({ alt: 'E' }) })).toEqual({ kind: 'saved' })
    expect(await saveFile(db, editor, { id: randomUUID(), ...form({}) })).toEqual({ kind: 'gone' })
  })
})

describe('replaceFile', () => {
  const replace = async (by: Parameters<typeof replaceFile>[1], id: string, bytes: Uint8Array) =>
    replaceFile(store, by, { id, path: await write(bytes), name: 'new.png' }, now)

  it('shows the new file at the same address, and keeps the texts', async () => {
    const editor = await addAccount('editor')
    const { id, name, url } = await upload(editor)
    await saveFile(db, editor, { id, ...form({ alt: 'A ferry', focalPoint: '0.1,0.9' }) })
    const shown = createShownUploads(db)
    const before = await shown.find(name)
    expect(parseShownImage(before)).toEqual({ url, focalPoint: { x: 0.1, y: 0.9 } })
    expect(
      await replace(
        editor,
        id,
        await sharp(await stripes({ width: 640, height: 400 }))
          .png()
          .toBuffer(),
      ),
    ).toEqual({
      kind: 'replaced',
    })
    shown.expire()
    const file = await shown.findFile(name)
    expect(file).toMatch(/^\d+_new\.png$/)
    expect(parseShownImage(await shown.find(name))).toEqual({
      url: `/storage/article-images/${file}`,
      focalPoint: { x: 0.1, y: 0.9 },
    })
    const after = await findLibraryFile(db, editor, id)
    expect(after).toMatchObject({ name, alt: 'A ferry', width: 640, height: 400, mime: 'image/png' })
    expect(after?.key).toBe(imageKey(await shown.find(name)))
    expect(after?.key).not.toBe(imageKey(before))
  })

  it('forgets the focal point of an image with another shape', async () => {
    const editor = await addAccount('editor')
    const { id } = await upload(editor)
    await saveFile(db, editor, { id, ...form({ focalPoint: '0.1,0.9' }) })
    await replace(editor, id, await stripes({ width: 200, height: 320 }))
    expect(await findLibraryFile(db, editor, id)).toMatchObject({ focalPoint: null, width: 200 })
  })

  it('stores nothing of what it refuses', async () => {
    const editor = await addAccount('editor')
    const { id } = await upload(editor)
    const before = await readdir(join(dir, 'bucket'))
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect(await replace(editor, id, svg)).toMatchObject({ kind: 'rejected' })
    expect(await replace(editor, randomUUID(), await stripes())).toEqual({ kind: 'gone' })
    expect(await readdir(join(dir, 'bucket'))).toEqual(before)
  })
})

describe('deleteFile', () => {
  it('deletes an unused image with its file', async () => {
    const author = await addAccount('author')
    const { id, name } = await upload(author)
    expect(await deleteFile(store, author, id)).toEqual({ kind: 'deleted' })
    expect(await bucket.has(name)).toBe(false)
    expect(await deleteFile(store, author, id)).toEqual({ kind: 'gone' })
    expect(await actions()).toEqual(['image.upload', 'image.delete'])
  })

  it.each([
    ['an article', `insert into articles (title, image_url) values ('A', $1)`, 'used'],
    [
      'an article in the bin',
      `insert into drafts (id, fields, deleted_at) values (gen_random_uuid(), jsonb_build_object('title', 'A', 'author', '',
        'category', 'News', 'summary', '', 'content', '', 'imageUrl', $1::text), now())`,
      'used',
    ],
    [
      'an earlier revision',
      `with draft as (insert into drafts (id, fields) values (gen_random_uuid(),
          '{"title": "A", "author": "", "category": "News", "summary": "", "content": "", "imageUrl": ""}') returning id, fields)
       insert into revisions (article_id, number, kind, fields)
       select id, 1, 'save', fields || jsonb_build_object('imageUrl', $1::text) from draft`,
      'in-revision',
    ],
  ])('keeps an image of %s', async (_, sql, kind) => {
    const editor = await addAccount('editor')
    const { id, name, url } = await upload(editor)
    await pool.query(sql, [url])
    expect(await deleteFile(store, editor, id)).toEqual({ kind })
    expect(await bucket.has(name)).toBe(true)
  })
})
