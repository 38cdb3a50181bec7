import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { withFallback } from '#platform/files/fallback-bucket.server.ts'
import { connectS3, openS3Bucket } from '#platform/files/s3-bucket.server.ts'
import { requireS3Address } from '#platform/files/s3-client.server.ts'
import { type Bucket, openBucket } from '#platform/files/storage.server.ts'
import { refuse, startS3Server } from '#platform/testing/s3-server.ts'
import { moveUploads } from './move-uploads.server.ts'

const s3 = await startS3Server()
const dir = await mkdtemp(join(tmpdir(), 'move-'))
vi.stubEnv('TMPDIR', dir)
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

let number = 0
let disk: Bucket
let storage: Bucket
beforeEach(async () => {
  s3.intercept = () => false
  number += 1
  disk = openBucket(join(dir, `site-${number}`))
  storage = openS3Bucket(connectS3(requireS3Address(s3.address(`site-${number}`))), 'article-images/')
  await disk.writeMarker(`id-${number}`)
})

const large = randomBytes(9_000_000)
const fill = async (count: number) => {
  for (let at = 0; at < count; at += 1) await disk.put(`${at}_a.jpg`, Buffer.from(`image ${at}`))
}
const temporary = async () => (await readdir(dir)).filter((name) => name.startsWith('masthead-move'))

it('copies all files to the storage and back, and verifies them', async () => {
  await fill(20)
  await writeFile(join(dir, 'film'), large)
  await disk.putFile('film.mp4', join(dir, 'film'))
  expect(await moveUploads(disk, storage)).toMatchObject({ copied: 21, present: 0, failures: [] })
  expect(await storage.readMarker()).toBe(`id-${number}`)
  expect((await buffer(await storage.stream('film.mp4'))).equals(large)).toBe(true)
  expect(await moveUploads(disk, storage)).toMatchObject({ copied: 0, present: 21, failures: [] })
  const back = openBucket(join(dir, `back-${number}`))
  expect(await moveUploads(storage, back)).toMatchObject({ copied: 21, failures: [] })
  expect((await buffer(await back.stream('film.mp4'))).equals(large)).toBe(true)
  expect(String(await back.read('7_a.jpg'))).toBe('image 7')
  expect(await temporary()).toEqual([])
})

it('copies what is uploaded during the move, while every file can be read', async () => {
  await fill(20)
  const reading = withFallback(storage, disk)
  let added = 0
  const report = await moveUploads(disk, storage, async () => {
    if (added < 5) await disk.put(`new-${++added}.jpg`, Buffer.from('new'))
  })
  expect(report.failures).toEqual([])
  expect(report.copied).toBeGreaterThan(20)
  for (const { name } of await disk.list()) expect(await reading.has(name), name).toBe(true)
  await moveUploads(disk, storage)
  expect(await storage.list()).toHaveLength(25)
})

it('continues after it was interrupted', async () => {
  await fill(20)
  let puts = 0
  s3.intercept = ({ method, path }, request, response) => {
    if (method !== 'PUT' || !path.endsWith('.jpg') || ++puts <= 8) return false
    request.resume()
    return refuse(response, 403, 'AccessDenied')
  }
  await expect(moveUploads(disk, storage)).rejects.toMatchObject({ kind: 'refused' })
  expect(await temporary()).toEqual([])
  s3.intercept = () => false
  const there = (await storage.list()).length
  expect(there).toBe(8)
  expect(await moveUploads(disk, storage)).toMatchObject({ copied: 12, present: 8, failures: [] })
  expect(await disk.list()).toHaveLength(20)
})

it('removes a copy with another hash, and reports it', async () => {
  await fill(3)
  s3.intercept = ({ method, path }, _, response) => {
    if (method !== 'GET' || !path.endsWith('/1_a.jpg')) return false
    response.writeHead(206, { 'content-length': 7 }).end('damaged')
    return true
  }
  expect(await moveUploads(disk, storage)).toMatchObject({
    copied: 2,
    failures: [{ name: '1_a.jpg', reason: 'the copy has another hash' }],
  })
  expect(await storage.has('1_a.jpg')).toBe(false)
  s3.intercept = () => false
  expect(await moveUploads(disk, storage)).toMatchObject({ copied: 1, present: 2, failures: [] })
})

it('keeps a different file of the same name, and refuses the storage of another site', async () => {
  await fill(1)
  await storage.put('0_a.jpg', Buffer.from('another'))
  expect((await moveUploads(disk, storage)).failures).toEqual([
    { name: '0_a.jpg', reason: 'another file with this name is there' },
  ])
  expect(String(await storage.read('0_a.jpg'))).toBe('another')
  await disk.writeMarker('other')
  await expect(moveUploads(disk, storage)).rejects.toThrow('contains the uploads of another site')
})
