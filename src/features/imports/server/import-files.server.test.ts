import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary, stripes } from '#features/media/testing/library-fixture.ts'
import { media } from '#schema/media.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { fakeSource } from '../testing/fake-source.ts'
import { createFileImport } from './import-files.server.ts'
import { addImport } from './imports.server.ts'

const { db, bucket, dir } = await openLibrary()
const services = { db, bucket, dir: join(dir, 'temporary'), outbound: null }

it('adds a file with its texts, after those of its metadata, and later only what is empty', async () => {
  const id = randomUUID()
  await addImport(db, COMMAND_LINE_ACTOR, {
    ...{ id, name: 'a.zip', path: '/a.zip', options: DEFAULT_OPTIONS, state: 'running' },
  })
  const photo = await sharp(await stripes({ seed: 0.1 }))
    .withExif({ IFD0: { ImageDescription: 'Of the camera' } })
    .toBuffer()
  const running = { id, source: 'folder courier.example' }
  const { signal } = new AbortController()
  const source = fakeSource([], { 'photo.jpg': photo })
  const importFile = createFileImport(services, COMMAND_LINE_ACTOR, running, source, signal)
  const stored = async () => (await db.select().from(media))[0]

  const update = vi.spyOn(db, 'update')
  await importFile('photo.jpg', { alt: ' A  harbour ', caption: 'Of the article' })
  expect(update).not.toHaveBeenCalled()
  update.mockRestore()
  expect(await stored()).toMatchObject({ alt: 'A harbour', caption: 'Of the camera', credit: '' })

  await importFile('photo.jpg', { alt: 'A quay', credit: 'Ann' })
  expect(await stored()).toMatchObject({ alt: 'A harbour', caption: 'Of the camera', credit: 'Ann' })
})
