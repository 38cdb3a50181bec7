import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import type { Role } from '#kernel/roles.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { storeUpload } from '../server/store-upload.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

/** A library on a database and a folder of its own, emptied before each test. */
export async function openLibrary() {
  const database = await createTestDatabase()
  const { db, pool, url } = database
  const dir = await mkdtemp(join(tmpdir(), 'library-'))
  const bucket = openBucket(join(dir, 'bucket'))
  const store = { db, bucket }
  beforeEach(async () => {
    await pool.query(
      'delete from media; delete from articles; delete from drafts; delete from users; delete from audit_log',
    )
  })
  afterAll(async () => {
    await database.drop()
    await rm(dir, { recursive: true })
  })

  async function addAccount(role: Role, fullName: string = role): Promise<Account> {
    const account = {
      id: randomUUID(),
      email: `${fullName}-${role}@example.org`.toLowerCase(),
      fullName,
      role,
    }
    await pool.query('insert into users (id, full_name, email, role) values ($1, $2, $3, $4)', [
      ...[account.id, fullName, account.email, role],
    ])
    return account
  }

  /** @returns the path of a temporary file */
  async function write(bytes: Uint8Array): Promise<string> {
    const path = join(dir, randomUUID())
    await writeFile(path, bytes)
    return path
  }

  /** @returns the image's id, permanent name and address */
  async function upload(by: Account, bytes?: Uint8Array, name = 'photo.jpg', id: string = randomUUID()) {
    const path = await write(bytes ?? (await stripes()))
    const stored = await storeUpload(store, by, { path, name, id }, NOW)
    if (stored.kind === 'rejected') throw new Error(stored.reason)
    return { id, url: stored.url, name: stored.url.split('/').at(-1) ?? '' }
  }

  return { ...store, pool, url, dir, store, addAccount, write, upload }
}

/** A JPEG with vertical stripes of random brightness, so that two of them are not alike. */
export async function stripes({ width = 320, height = 200, seed = Math.random() } = {}): Promise<Buffer> {
  const bars = Array.from({ length: 9 }, (_, place) => {
    const shade = Math.floor(Math.abs(Math.sin((place + 1) * (seed * 97 + 1))) * 255)
    return `<rect x="${(place * width) / 9}" width="${width / 9}" height="${height}" fill="rgb(${shade},${shade},${shade})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}
