import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { connectS3, openS3Bucket } from '#platform/files/s3-bucket.server.ts'
import { requireS3Address } from '#platform/files/s3-client.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { startS3Server } from '#platform/testing/s3-server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createBackup } from './create-backup.server.ts'
import { restoreBackup } from './restore-backup.server.ts'

vi.setConfig({ testTimeout: 120_000 })

const s3 = await startS3Server()
const database = await createTestDatabase()
const created = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'staged-uploads-'))
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
  await s3[Symbol.asyncDispose]()
  await Promise.all([database.drop(), created.drop()])
})

let bucket: Bucket
let number = 0
beforeEach(() => {
  vi.stubEnv('TMPDIR', folder)
  bucket = openS3Bucket(connectS3(requireS3Address(s3.address(`site-${++number}`))), 'article-images/')
})

async function backUp(uploads: Bucket): Promise<Buffer> {
  const target = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(target),
    createBackup({ databaseUrl: database.url, uploads }, target),
  ])
  return bytes
}

const restore = (bytes: Buffer, uploads: Bucket) =>
  restoreBackup({ databaseUrl: created.url, uploads: { bucket: uploads } }, Readable.from([bytes]), {
    passphrase: async () => '',
    replace: true,
  })

const contentsOf = async (uploads: Bucket) =>
  Promise.all((await uploads.list()).map(async ({ name }) => [name, String(await uploads.read(name))]))

it('backs up uploads from S3-compatible storage and restores them there', async () => {
  await bucket.put('a.jpg', Buffer.from('first'))
  await bucket.put('b.jpg', Buffer.from('second'))
  const backup = await backUp(bucket)
  const other = openS3Bucket(connectS3(requireS3Address(s3.address(`other-${number}`))), 'article-images/')
  await other.put('a.jpg', Buffer.from('another file of this name'))
  await other.put('b.jpg', Buffer.from('second'))
  const { manifest } = await restore(backup, other)
  expect(manifest.uploads).toEqual({ count: 2, bytes: 11 })
  expect(await contentsOf(other)).toEqual([
    ['a.jpg', 'first'],
    ['b.jpg', 'second'],
  ])
  expect(await readdir(folder)).toEqual([])
})

it('does not back up a file that was damaged in the storage', async () => {
  await bucket.put('a.jpg', Buffer.from('first'))
  s3.intercept = ({ method, path }, _, response) => {
    if (method !== 'GET' || !path.endsWith('/a.jpg')) return false
    response.writeHead(206, { 'content-length': 5 }).end('worse')
    return true
  }
  await expect(backUp(bucket)).rejects.toThrow('The upload a.jpg is damaged')
  s3.intercept = () => false
})

it('leaves the files of the site if the backup is damaged', async () => {
  await bucket.put('a.jpg', Buffer.from('first'))
  const backup = await backUp(bucket)
  const other = openS3Bucket(connectS3(requireS3Address(s3.address(`kept-${number}`))), 'article-images/')
  await other.put('a.jpg', Buffer.from('of the site'))
  await expect(restore(backup.subarray(0, -20), other)).rejects.toThrow('damaged')
  expect(await contentsOf(other)).toEqual([['a.jpg', 'of the site']])
})
