import { describe, expect, it, vi } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { installedPostgres } from './installation.server.ts'

vi.mock('node:os', () => ({ arch: () => 'vax', platform: () => 'linux' }))

describe('installedPostgres', () => {
  it('says in one line what to do without the package of the platform, as in a container', () => {
    expect(installedPostgres).toThrow(StartupError)
    expect(installedPostgres).toThrow(
      /^This installation includes no PostgreSQL for linux on vax\. .*DATABASE_URL.*verify a backup.*npm\.$/,
    )
  })
})
