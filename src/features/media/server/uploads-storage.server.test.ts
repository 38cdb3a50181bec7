import { randomUUID } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Env, parseEnv } from '#platform/process/env.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { refuse, startS3Server } from '#platform/testing/s3-server.ts'
import { openLibrary, stripes } from '../testing/library-fixture.ts'
import { replaceFile } from './change-file.server.ts'
import { findLibraryFileDetail } from './library.server.ts'
import { handleUploads } from './serve-uploads.server.ts'
import { storeUpload } from './store-upload.server.ts'
import { sweepReceiving, sweepUploads } from './sweep-uploads.server.ts'
import { respondToFailure } from './upload-handler.server.ts'
import { receivingFolder } from './uploads-folder.server.ts'
import { openParts, openReceiving, openUploads } from './uploads-storage.server.ts'

const library = await openLibrary()
const { db } = library
const s3 = await startS3Server()
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3[Symbol.asyncDispose]()
})

const NOW = new Date('2026-11-21T12:00:00Z')
const { signal } = new AbortController()

/** Two machines without a writable disk but for temporary files. */
let machines: [Env, Env]
let number = 0
beforeEach(() => {
  s3.intercept = () => false
  number += 1
  vi.stubEnv('TMPDIR', join(library.dir, `temporary-${number}`))
  // The parameters differ, so that each machine has a connection of its own.
  const machine = (parameter: string) =>
    parseEnv({
      DATA_DIR: '/proc/masthead',
      STORAGE_URL: `${s3.address(`site-${number}`)}${parameter}`,
    })
  machines = [machine(''), machine('&pathStyle=true')]
})

async function* partOf(bytes: Buffer, from: number, to: number) {
  yield bytes.subarray(from, to)
}

/** Sends the parts of a file to both machines in turn. @returns the name of the stored file */
async function upload(bytes: Buffer, name = 'photo.jpg') {
  const by = await library.addAccount('editor', randomUUID())
  const id = randomUUID()
  const half = Math.ceil(bytes.length / 2)
  const chunk = { name: `${by.id}.${id}`, size: bytes.length, signal }
  const first = await openReceiving(machines[0]).receive(partOf(bytes, 0, half), { ...chunk, offset: 0 })
  expect(first).toEqual({ kind: 'incomplete', offset: half })
  const last = await openReceiving(machines[1]).receive(partOf(bytes, half, bytes.length), {
    ...chunk,
    offset: half,
  })
  if (last.kind !== 'complete') throw new Error(last.kind)
  const store = { db, bucket: openUploads(machines[1]) }
  const stored = await last.use((path) => storeUpload(store, by, { path, name, id }, NOW))
  if (stored.kind === 'rejected') throw new Error(stored.reason)
  const detail = await findLibraryFileDetail(db, by, id)
  return { by, id, name: detail?.name ?? '' }
}

const sample = (name: string) => readFile(join(import.meta.dirname, '../testing/files', name))

async function serve(env: Env) {
  const uploads = {
    bucket: openUploads(env),
    findFile: async (name: string) => name,
    findCaptions: async () => '',
  }
  return startLocalServer(
    (request, response) => void handleUploads(uploads, request, response, async () => 'everybody'),
  )
}

describe('uploads in S3-compatible storage', () => {
  it('are received by several machines, and leave nothing on their disks', async () => {
    const { name } = await upload(await stripes())
    const stored = await openUploads(machines[0]).read(name)
    expect((await sharp(stored ?? undefined).metadata()).format).toBe('jpeg')
    expect(await openParts(machines[0]).list()).toEqual([])
    for (const machine of machines) expect(receivingFolder(machine)).toContain(tmpdir())
    const left = await readdir(tmpdir(), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    await expect(access('/proc/masthead')).rejects.toThrow()
  })

  it('serve recordings by range from any machine', async () => {
    const { name } = await upload(await sample('clip.mp4'), 'clip.mp4')
    const whole = (await openUploads(machines[0]).read(name)) ?? Buffer.alloc(0)
    await using server = await serve(machines[0])
    const address = `${server.origin}/storage/article-images/${name}`
    const part = await fetch(address, { headers: { range: 'bytes=100-299' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${whole.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 300))).toBe(true)
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(whole)).toBe(true)
    const head = await fetch(address, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(whole.length))
  })

  it('are replaced and swept', async () => {
    const { by, id, name } = await upload(await stripes())
    const bucket = openUploads(machines[0])
    const path = await library.write(await stripes())
    expect(await replaceFile({ db, bucket }, by, { id, path, name: 'other.jpg' }, NOW)).toEqual({
      kind: 'replaced',
    })
    expect(await bucket.list()).toHaveLength(2)
    const later = new Date(Date.now() + 31 * 24 * 3_600_000)
    expect(await sweepUploads(db, bucket, later)).toBe(1)
    expect(await bucket.has(name)).toBe(false)
    await openReceiving(machines[0]).receive(partOf(Buffer.from('abc'), 0, 3), {
      name: 'left',
      offset: 0,
      size: 9,
      signal,
    })
    await sweepReceiving(openParts(machines[0]), new Date())
    expect(await openParts(machines[0]).list()).toHaveLength(1)
    await sweepReceiving(openParts(machines[0]), later)
    expect(await openParts(machines[0]).list()).toEqual([])
  })
})

describe('while the storage does not respond', () => {
  it('files are missing for a moment, and nobody stores that', async () => {
    const { name } = await upload(await stripes())
    await using server = await serve(machines[0])
    const address = `${server.origin}/storage/article-images/${name}`
    s3.intercept = (_, request, response) => {
      request.resume()
      return refuse(response, 503, 'SlowDown')
    }
    const response = await fetch(address)
    expect([
      response.status,
      response.headers.get('cache-control'),
      response.headers.get('retry-after'),
    ]).toEqual([503, 'no-store', '5'])
    s3.intercept = () => false
    expect((await fetch(address)).status).toBe(200)
  })

  it.each([
    [503, 'SlowDown', 503, 'does not respond. Try again in a minute.'],
    [403, 'AccessDenied', 500, 'refuses it. Please contact its operator.'],
    [507, 'XMinioStorageFull', 507, 'is full. Please contact its operator.'],
  ])(
    'an upload gets a clear error after status %i %s, and can be continued',
    async (status, code, answered, text) => {
      const bytes = await stripes()
      const chunk = { name: 'a', size: bytes.length, signal }
      const receive = (from: number, to: number) =>
        openReceiving(machines[0]).receive(partOf(bytes, from, to), { ...chunk, offset: from })
      await receive(0, 100)
      s3.intercept = ({ method }, request, response) => {
        if (method !== 'PUT') return false
        request.resume()
        return refuse(response, status, code)
      }
      const failed = await receive(100, bytes.length).catch(respondToFailure)
      if (!(failed instanceof Response)) throw new Error(failed.kind)
      expect([failed.status, (await failed.json()).message]).toEqual([
        answered,
        `The file was not saved: the storage of the site ${text}`,
      ])
      s3.intercept = () => false
      const last = await receive(100, bytes.length)
      if (last.kind !== 'complete') throw new Error(last.kind)
      expect(await last.use(async (path) => (await readFile(path)).equals(bytes))).toBe(true)
    },
  )
})
