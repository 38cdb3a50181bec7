import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateDatabase } from '../src/platform/database/migrate-database.server.ts'
import { loadArticles } from './articles.mjs'
import { root } from './processes.mjs'

/** The first migration of a large table. */
const FIRST = '0004'
const READ_INTERVAL_MS = 10

/**
 * Migrates a database with articles from the earliest schema, while a reader reads the newest articles.
 *
 * @param {string} ownerUrl of a PostgreSQL
 * @param {number} articles
 */
export async function measureMigrations(ownerUrl, articles) {
  const url = new URL(ownerUrl)
  url.pathname = '/migrated'
  const server = new pg.Client({ connectionString: ownerUrl })
  await server.connect()
  await server.query('create database migrated')
  await server.end()
  await migrateUntil(url.href, FIRST)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await loadArticles(client, articles)
  let isDone = false
  let longestMs = 0
  let reads = 0
  const reader = (async () => {
    while (!isDone) {
      const started = performance.now()
      await client.query('select id, title from articles order by published_at desc, id desc limit 20')
      longestMs = Math.max(longestMs, performance.now() - started)
      reads += 1
      await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS))
    }
  })()
  const started = performance.now()
  await migrateDatabase(url.href)
  const seconds = (performance.now() - started) / 1000
  isDone = true
  await reader
  await client.end()
  return { seconds, longestMs, reads }
}

/** Applies the migrations before `tag`. */
async function migrateUntil(url, tag) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
  try {
    await cp(join(root, 'migrations'), folder, { recursive: true })
    const journal = join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
    const earlier = entries.filter((entry) => entry.tag < tag)
    await writeFile(journal, JSON.stringify({ ...rest, entries: earlier }))
    await migrateDatabase(url, { folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}
