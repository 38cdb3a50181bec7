import type { RequestListener } from 'node:http'
import { asc, eq } from 'drizzle-orm'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import type { Category } from '#kernel/category.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { createFeedReader } from '../ingest/feed-reader.server.ts'
import { createNewsFetcher, type NewsFetcher } from '../ingest/fetch-news.server.ts'
import type { FetchReport } from '../ingest/refresh-message.ts'
import type { Feed } from '../model/feeds.server.ts'

/** A database, a publishers' server and a fixed clock. */
export type FeedTestServer = AsyncDisposable & {
  database: TestDatabase
  server: LocalServer
  fetcher: NewsFetcher
  clock: Date
  /** Serves a document or listener at a path. */
  publish(path: string, document: string | RequestListener): void
  /** Adds a feed, due immediately. */
  addFeed(path: string, category?: Category): Promise<Feed>
  fetchNews(): Promise<FetchReport>
  wait(minutes: number): void
  feed(path: string): Promise<Feed>
  /** All articles by title. */
  articles(): Promise<(typeof articles.$inferSelect)[]>
}

export const START = new Date('2026-11-21T09:00:00Z')

/** Starting a thread is slow. */
const sharedReader = createFeedReader()
const openReader = () => ({ ...sharedReader, close: async () => {} })

/** Databases of earlier tests, which are used again since creating one is slow on a busy machine. */
const unusedDatabases: TestDatabase[] = []

export async function openFeedTestServer(): Promise<FeedTestServer> {
  const database = unusedDatabases.pop() ?? (await createTestDatabase())
  const documents = new Map<string, string | RequestListener>()
  const server = await startLocalServer((request, response) => {
    const document = documents.get(request.url ?? '')
    if (typeof document === 'function') document(request, response)
    else response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'text/xml' }).end(document)
  })
  const outbound = createOutbound({
    allowedPrivateHosts: new Set([server.host]),
    userAgent: 'Masthead',
  })
  const fetcher = createNewsFetcher({
    database,
    outbound,
    drafts: itemDrafts,
    now: () => testServer.clock,
    random: () => 0,
    openReader,
    isBusy: () => false,
  })
  const { db } = database

  const testServer: FeedTestServer = {
    database,
    server,
    fetcher,
    clock: START,
    publish: (path, document) => void documents.set(path, document),
    async addFeed(path, category = 'News') {
      const url = server.origin + path
      const [feed] = await db
        .insert(feeds)
        .values({ url, category, nextCheckAt: new Date(0) })
        .returning()
      if (!feed) throw new Error('The feed was not added')
      return feed
    },
    fetchNews: () => fetcher.fetchNews(),
    wait(minutes) {
      testServer.clock = new Date(testServer.clock.getTime() + minutes * 60_000)
    },
    async feed(path) {
      const [feed] = await db
        .select()
        .from(feeds)
        .where(eq(feeds.url, server.origin + path))
      if (!feed) throw new Error(`There is no feed at ${path}`)
      return feed
    },
    articles: () => db.select().from(articles).orderBy(asc(articles.title)),
    async [Symbol.asyncDispose]() {
      await fetcher.stop()
      await outbound.close()
      await server[Symbol.asyncDispose]()
      await emptyTables(
        database.pool,
        'articles',
        'article_identities',
        'deleted_articles',
        'drafts',
        'feeds',
        'audit_log',
        'ingest_runs',
      )
      unusedDatabases.push(database)
    },
  }
  return testServer
}
