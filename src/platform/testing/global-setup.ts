import type { TestProject } from 'vitest/node'
import type { ListedCategory } from '#kernel/category.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The first categories, as `setCategories` takes them. */
    categories: ListedCategory[]
  }
}

export const TEMPLATE = 'masthead_template'

/** Starts one PostgreSQL server with a migrated template database, without feeds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  const client = new DatabaseClient({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = databaseUrl(server.url, TEMPLATE)
  await migrateDatabase(template)
  const prepared = new DatabaseClient({ connectionString: template })
  await prepared.connect()
  await prepared.query('delete from feeds')
  const { rows } = await prepared.query<ListedCategory>(
    `select key, name, '/' || slug as path from categories order by position`,
  )
  await prepared.end()
  project.provide('categories', rows)
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
