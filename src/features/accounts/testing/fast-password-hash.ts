import { createHash } from 'node:crypto'
import { vi } from 'vitest'

const PREFIX = 'sha256:'
const fastHash = (password: string) => PREFIX + createHash('sha256').update(password).digest('hex')

// scrypt would take most of the time of the account tests.
vi.mock('better-auth/crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('better-auth/crypto')>()
  return {
    ...original,
    hashPassword: vi.fn(async (password: string) => fastHash(password)),
    verifyPassword: vi.fn(async ({ hash, password }: { hash: string; password: string }) =>
      hash.startsWith(PREFIX) ? hash === fastHash(password) : original.verifyPassword({ hash, password }),
    ),
  }
})
