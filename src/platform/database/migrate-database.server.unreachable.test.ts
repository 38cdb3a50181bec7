import { describe, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { migrateDatabase } from './migrate-database.server.ts'

describe('migrateDatabase without a database', () => {
  it.each([
    ['postgres://paper:secret@127.0.0.1:1/news', 'The database at 127.0.0.1:1/news cannot be reached ('],
    ['postgres://paper:secret@localhost:1/news', 'The database at localhost:1/news cannot be reached ('],
  ])('fails with one line without the password: %s', async (url, message) => {
    const error = await migrateDatabase(url).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toContain(message)
    expect(error.message).toMatch(/^[^\n]+ Check DATABASE_URL and that PostgreSQL is running\.$/)
    expect(error.message).not.toContain('secret')
  })

  it.each(['postgres://owner:secret@127.0.0.1:1/news', 'postgres://owner:secret@127.0.0.1:1'])(
    'names the variable with the address of the role for migrations: %s',
    async (url) => {
      const error = await migrateDatabase(url, { variable: 'MIGRATION_DATABASE_URL' }).catch(
        (thrown) => thrown,
      )
      expect(error.message).toMatch(/ Check MIGRATION_DATABASE_URL and that PostgreSQL is running\.$/)
      expect(error.message).not.toContain('secret')
    },
  )
})
