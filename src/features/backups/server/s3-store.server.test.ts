import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { startFakeS3 } from '../testing/fake-s3.ts'
import { locateBackup, openBackup, openBackupStore } from './locate-backup.server.ts'
import { openS3Store } from './s3-store.server.ts'

const MEBIBYTE = 1024 ** 2
const s3 = await startFakeS3()
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL', s3.origin)
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  s3.objects.clear()
  s3.uploads.clear()
  s3.fail = () => undefined
  return () => vi.unstubAllEnvs()
})
afterAll(() => s3[Symbol.asyncDispose]())

const ADDRESS = 's3://papers/courier'
const NAME = 'masthead-2026-11-23T02-50-00Z.tar.zst'
const create = async (bytes: Uint8Array, name = NAME) =>
  (await openBackupStore(ADDRESS)).create(name, async (target) => {
    await pipeline(Readable.from([bytes], { objectMode: false }), target)
    return 'done'
  })

describe('a store in a bucket', () => {
  it('says that the region is missing', async () => {
    vi.stubEnv('AWS_REGION', undefined)
    vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
    await expect(openBackupStore(ADDRESS).then((store) => store.list())).rejects.toThrow(
      's3://papers cannot be used: set AWS_REGION, such as eu-central-1.',
    )
  })

  it.each([
    ['one part', 1_000],
    ['several parts', 17 * MEBIBYTE],
  ])('stores and reads %s', async (_, length) => {
    const bytes = randomBytes(length)
    expect(await create(bytes)).toEqual({ address: `${ADDRESS}/${NAME}`, bytes: length, result: 'done' })
    expect((await buffer(await openBackup(`${ADDRESS}/${NAME}`))).equals(bytes)).toBe(true)
    expect(s3.uploads.size).toBe(0)
  })

  it('lists the files of its prefix only, and removes them', async () => {
    await create(Buffer.from('a'))
    for (const key of ['papers/other/file', 'papers/courier/nested/file'])
      s3.objects.set(key, Buffer.from('b'))
    const store = await openBackupStore(ADDRESS)
    expect(await store.list()).toEqual([NAME])
    await store.remove(NAME)
    expect(await store.list()).toEqual([])
    expect(s3.objects.size).toBe(2)
  })

  it('does not replace a file', async () => {
    await create(Buffer.from('a'))
    await expect(create(Buffer.from('b'))).rejects.toThrow(`${ADDRESS}/${NAME} already exists.`)
    expect(s3.objects.get(`papers/courier/${NAME}`)?.toString()).toBe('a')
  })

  it('leaves nothing if the upload of a part or the writer fails', async () => {
    s3.fail = ({ part }) => (part === 2 ? 503 : undefined)
    await expect(create(randomBytes(17 * MEBIBYTE))).rejects.toThrow('s3://papers cannot be used: Refused.')
    s3.fail = () => undefined
    const store = await openBackupStore(ADDRESS)
    const writing = store.create(NAME, async (target: Writable) => {
      if (!target.write(randomBytes(17 * MEBIBYTE))) await once(target, 'drain')
      await eventually(() => expect(s3.uploads.size).toBe(1))
      throw new Error('The database is gone')
    })
    await expect(writing).rejects.toThrow('The database is gone')
    // A process may exit now.
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
  })

  it('reads a backup whose reader waits for longer than the idle timeout', async () => {
    const bytes = randomBytes(17 * MEBIBYTE)
    await create(bytes)
    const stream = await (await openS3Store(ADDRESS, { idleTimeoutMs: 300 })).open(NAME)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      if (chunks.length === 0) await delay(900)
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  })

  it('explains a connection that ends in the middle of a file, and a service that does not respond', async () => {
    await using cut = await startLocalServer(({ method }, response) => {
      response.setHeader('content-length', 1_000)
      if (method === 'HEAD') response.end()
      else response.write('x', () => response.destroy())
    })
    vi.stubEnv('AWS_ENDPOINT_URL', cut.origin)
    const stream = await openBackup(`${ADDRESS}/${NAME}`)
    await expect(buffer(stream)).rejects.toThrow(/^s3:\/\/papers cannot be used: .* Check the bucket/)
    await using silent = await startLocalServer(() => {})
    vi.stubEnv('AWS_ENDPOINT_URL', silent.origin)
    await expect((await openS3Store(ADDRESS, { idleTimeoutMs: 50 })).list()).rejects.toThrow(
      /^s3:\/\/papers cannot be used: .* Check the bucket/,
    )
  })

  it('explains refused access, a missing file and an invalid address', async () => {
    await expect(openBackup(`${ADDRESS}/${NAME}`)).rejects.toThrow(`Backup not found: ${ADDRESS}/${NAME}.`)
    s3.fail = () => 403
    await expect(create(Buffer.from('a'))).rejects.toThrow(
      /^s3:\/\/papers refuses access .* Check AWS_ACCESS_KEY_ID/,
    )
    await expect(openBackupStore('s3://')).rejects.toThrow('is not an address of a bucket')
  })
})

it.each([
  ['s3://papers', 's3://papers/default.tar.zst'],
  ['s3://papers/courier', 's3://papers/courier/default.tar.zst'],
  ['s3://papers/courier/', 's3://papers/courier/default.tar.zst'],
  ['s3://papers/courier/own.tar.zst', 's3://papers/courier/own.tar.zst'],
  ['s3://papers/courier?region=eu-west-1', 's3://papers/courier/default.tar.zst'],
  ['s3://papers/courier/own.tar.zst?region=eu-west-1', 's3://papers/courier/own.tar.zst'],
])('stores a backup for %s at %s', async (operand, address) => {
  const { store, name } = await locateBackup(operand, 'default.tar.zst')
  expect((await store.create(name, async (target) => void target.end('a'))).address).toBe(address)
})
