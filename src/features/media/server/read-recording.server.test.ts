import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLibrary, stripes } from '../testing/library-fixture.ts'
import { replaceFile } from './change-file.server.ts'
import { findLibraryFileDetail, listLibraryFiles, listSimilar } from './library.server.ts'
import { runMediaTask } from './media-worker.server.ts'
import { storeUpload } from './store-upload.server.ts'

const library = await openLibrary()
const { db, bucket, store } = library
const NOW = new Date('2026-11-21T12:00:00Z')

const sample = (name: string) => readFile(join(import.meta.dirname, '../testing/files', name))

async function reject(bytes: Uint8Array): Promise<string> {
  const by = await library.addAccount('editor', randomUUID())
  const stored = await storeUpload(store, by, { path: await library.write(bytes), name: 'x.mp4' }, NOW)
  return stored.kind === 'rejected' ? stored.reason : stored.url
}

/** Turns the image of the only track by a quarter, as phones do. */
async function turned(): Promise<Buffer> {
  const bytes = await sample('clip.mp4')
  const matrix = bytes.indexOf('tkhd') + 4 + 40
  const one = 0x10000
  for (const [index, value] of [0, one, 0, -one, 0].entries()) bytes.writeInt32BE(value, matrix + index * 4)
  return bytes
}

describe('recordings in the library', () => {
  it.each([
    ['clip.mp4', 'mp4', { mime: 'video/mp4', width: 64, height: 36, caption: 'Tea time' }],
    ['clip.webm', 'webm', { mime: 'video/webm', width: 64, height: 36, caption: '' }],
    ['tone.mp3', 'mp3', { mime: 'audio/mpeg', width: 0, height: 0, caption: 'Tea', credit: 'The Band' }],
    ['tone.m4a', 'm4a', { mime: 'audio/mp4', width: 0, height: 0, caption: '' }],
  ])('stores %s by its content, whatever its name', async (file, extension, expected) => {
    const by = await library.addAccount('editor')
    const { id, name } = await library.upload(by, await sample(file), '../<b>evil</b>.html')
    expect(name).toMatch(new RegExp(`^\\d+_[\\w.-]+\\.${extension}$`))
    const found = await findLibraryFileDetail(db, by, id)
    expect(found).toMatchObject(expected)
    expect(found?.duration).toBeGreaterThan(0.9)
    expect(found?.duration).toBeLessThan(2.5)
    expect((await bucket.find(name))?.bytes).toBe(found?.bytes)
    expect(await listSimilar(db, by, id)).toEqual([])
  })

  it('removes the description from a video, which still plays', async () => {
    const by = await library.addAccount('editor')
    const original = await sample('clip.mp4')
    expect(original.includes('Tea time')).toBe(true)
    const { name } = await library.upload(by, original)
    const stored = await bucket.read(name)
    expect(stored?.includes('Tea time')).toBe(false)
    expect(stored?.length).toBe(original.length)
    const probe = await runMediaTask({ kind: 'probe', path: join(library.dir, 'bucket', name) })
    expect(probe).toMatchObject({ title: '', video: { codec: 'avc1', width: 64, height: 36 } })
  })

  it('gives a turned video the size with which it is shown', async () => {
    const by = await library.addAccount('editor')
    const { id } = await library.upload(by, await turned())
    expect(await findLibraryFileDetail(db, by, id)).toMatchObject({ width: 36, height: 64 })
  })

  it('says why a file is not accepted', async () => {
    expect(await reject(await sample('hevc.mp4'))).toMatch(/^HEVC .*Export it as MP4 with H\.264/)
    const quickTime = Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  \0\0\0\x08wide', 'latin1')
    expect(await reject(quickTime)).toMatch(/^QuickTime files/)
    expect(await reject((await sample('clip.mp4')).subarray(0, 1_000))).toMatch(/damaged or incomplete/)
    expect(await reject(Buffer.from('<script>alert(1)</script>'))).toMatch(
      /^This file is not a supported image/,
    )
    const flv = Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0', 'latin1')
    expect(await reject(flv)).toMatch(/^This format does not play/)
  })

  it('replaces a file by one of its kind only', async () => {
    const by = await library.addAccount('editor')
    const { id } = await library.upload(by, await sample('clip.mp4'))
    const replace = async (bytes: Uint8Array) =>
      replaceFile(store, by, { id, path: await library.write(bytes), name: 'new.mp4' }, NOW)
    expect(await replace(await stripes())).toMatchObject({ kind: 'rejected', reason: /^Choose MP4/ })
    expect(await replace(await sample('tone.mp3'))).toMatchObject({ kind: 'rejected' })
    expect(await replace(await sample('clip.webm'))).toEqual({ kind: 'replaced' })
    expect(await findLibraryFileDetail(db, by, id)).toMatchObject({ mime: 'video/webm', duration: 1 })
  })

  it('lists files by kind, and those without captions or a transcript', async () => {
    const by = await library.addAccount('editor')
    const video = await library.upload(by, await sample('clip.mp4'))
    const audio = await library.upload(by, await sample('tone.mp3'))
    const image = await library.upload(by)
    const list = async (filter: Parameters<typeof listLibraryFiles>[2]) =>
      (await listLibraryFiles(db, by, filter, NOW)).files.map(({ id }) => id).sort()
    expect(await list({ kind: 'video' })).toEqual([video.id])
    expect(await list({ kind: 'audio' })).toEqual([audio.id])
    expect(await list({ kind: 'image' })).toEqual([image.id])
    expect(await list({ state: 'undescribed' })).toEqual([video.id, audio.id, image.id].sort())
    await library.pool.query("update media set captions = 'WEBVTT', transcript = 'Tea', alt = 'A cup'")
    expect(await list({ state: 'undescribed' })).toEqual([])
  })

  it('ends a task that takes too long', async () => {
    const path = await library.write(await sample('clip.mp4'))
    await expect(runMediaTask({ kind: 'probe', path }, 1)).rejects.toThrow()
  })
})
