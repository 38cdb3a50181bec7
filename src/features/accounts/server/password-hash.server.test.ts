import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.server.ts'

vi.unmock('better-auth/crypto')

const compress = promisify(brotliCompress)

describe('20 passwords at once', { timeout: 60_000 }, () => {
  it('leave threads for reading files and compressing', async () => {
    let hashed = 0
    const hashing = Array.from({ length: 20 }, () =>
      hashPassword('a password of her own').then(() => {
        hashed += 1
      }),
    )
    await compress(await readFile(import.meta.filename))
    // In a shared pool, the file would be read after the first 16 hashes.
    expect(hashed).toBeLessThan(8)
    await Promise.all(hashing)
    expect(hashed).toBe(20)
  })
})

it('verifies its own hashes', async () => {
  const hash = await hashPassword('a password of her own')
  expect(await verifyPassword({ hash, password: 'a password of her own' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'another password' })).toBe(false)
})
