import { expect, it } from 'vitest'
import { openLibrary, stripes } from '../testing/library-fixture.ts'
import { adoptUploads } from './adopt-uploads.server.ts'
import { listLibraryFiles } from './library.server.ts'

const { db, bucket, pool, upload, addAccount } = await openLibrary()
const later = () => new Date(Date.now() + 60_000)

it('adds used uploads that are older than the library, with who uploaded them', async () => {
  const editor = await addAccount('editor', 'Ann')
  const name = '1763640000000_ferry.jpg'
  await bucket.put(name, await stripes())
  await bucket.put('1763640000000_unused.jpg', await stripes())
  await bucket.put('portrait-1.webp', await stripes())
  await bucket.put('1763640000000_damaged.jpg', Buffer.from('damaged'))
  const url = `/storage/article-images/${name}`
  await pool.query(
    `insert into articles (title, image_url, content) values ('A', $1, '/storage/article-images/1763640000000_damaged.jpg')`,
    [url],
  )
  await pool.query(
    `insert into audit_log (actor_id, actor_email, action, subject_id, subject) values ($1, '', 'image.upload', $2, '')`,
    [editor.id, url],
  )
  const { id } = await upload(editor)
  expect(await adoptUploads(db, bucket, later())).toBe(1)
  expect(await adoptUploads(db, bucket, later())).toBe(0)
  const { files } = await listLibraryFiles(db, editor, {}, new Date())
  expect(files).toMatchObject([
    { id },
    {
      name,
      width: 320,
      height: 200,
      mime: 'image/jpeg',
      isUsed: true,
      uploadedBy: { name: 'Ann' },
      createdAt: '2025-11-20T12:00:00.000Z',
    },
  ])
})
