import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { drafts } from '#schema/newsroom.ts'
import { type ArticleFacts, addArticle } from './store-article.server.ts'

const { db, drop } = await createTestDatabase()
afterAll(drop)

const [CREATED, PUBLISHED] = [new Date('2019-05-01T08:00:00Z'), new Date('2019-05-02T08:00:00Z')]
const form = { ...EMPTY_ARTICLE, title: 'High water', content: '<p>Text</p>' }
const factsOf = (state: ArticleFacts['state']): ArticleFacts => ({
  ...{ state, createdAt: CREATED, publishedAt: PUBLISHED, updatedAt: null, topicIds: [] },
})

describe('addArticle', () => {
  it.each([
    ['draft', false, CREATED],
    ['scheduled', false, CREATED],
    ['published', true, PUBLISHED],
  ] as const)(
    'stores a %s article so that triggers have nothing to correct',
    async (state, isPublished, listedAt) => {
      const id = randomUUID()
      await db.transaction(async (tx) => {
        // PostgreSQL counts earlier transactions of the connection too, until it reports them once a second.
        const countUpdates = async () => {
          const { rows } = await tx.execute(sql`
            select coalesce(sum(n_tup_upd), 0) as updates from pg_stat_xact_user_tables
            where relname in ('drafts', 'article_list')`)
          return rows
        }
        const before = await countUpdates()
        await addArticle(tx, COMMAND_LINE_ACTOR, id, form, factsOf(state))
        expect(await countUpdates()).toEqual(before)
      })
      const [draft] = await db.select().from(drafts).where(eq(drafts.id, id))
      expect(draft).toMatchObject({ status: state, isPublished, listedAt, lastRevision: 1 })
    },
  )

  it('keeps an article that exists', async () => {
    const id = randomUUID()
    const add = (title: string) =>
      addArticle(db, COMMAND_LINE_ACTOR, id, { ...form, title }, factsOf('published'))
    expect(await add('First')).toMatchObject({ kind: 'stored', formHash: expect.stringMatching(/./) })
    expect(await add('Second')).toMatchObject({ kind: 'kept' })
    const [draft] = await db.select({ title: drafts.title }).from(drafts).where(eq(drafts.id, id))
    expect(draft?.title).toBe('First')
  })
})
