import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { type Database, openDatabase } from '#platform/database/db.server.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'

export type TestDatabase = Database & { drop(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const database = openDatabase(databaseUrl(server, name), () => {})
  return {
    ...database,
    async drop() {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
