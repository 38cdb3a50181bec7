import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { TooBusyError } from '#platform/pages/with-user-message.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'

vi.unmock('better-auth/crypto')

const compress = promisify(brotliCompress)

describe('100 passwords at once', { timeout: 60_000 }, () => {
  it('leave threads for reading files and compressing, and some are rejected', async () => {
    let hashed = 0
    const hashing = Array.from({ length: 100 }, () =>
      hashPassword('a password of her own').then(() => {
        hashed += 1
      }),
    )
    const settled = Promise.allSettled(hashing)
    await compress(await readFile(import.meta.filename))
    // In a shared pool, the file would be read after the first 96 hashes.
    expect(hashed).toBeLessThan(8)
    const rejected = (await settled).filter((result) => result.status === 'rejected')
    expect(rejected).toHaveLength(89)
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(TooBusyError)
    expect(hashed).toBe(11)
  })
})

it('verifies its own hashes', async () => {
  const hash = await hashPassword('a password of her own')
  expect(await verifyPassword({ hash, password: 'a password of her own' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'another password' })).toBe(false)
})
