import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { changeArticles } from '#features/desk/server/change-articles.server.ts'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { listMyWork } from '#features/desk/server/list-my-work.server.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { storeIngest } from '#features/feeds/ingest/store-ingest.server.ts'
import { deleteFeed } from '#features/feeds/manage/server/edit-feed.server.ts'
import { listFeeds } from '#features/feeds/model/feeds.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createNewsroom, feedItem, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft, purgeBin, restoreDeleted } from './bin.server.ts'
import { decideFeedText, itemDrafts } from './item-drafts.server.ts'
import { publishDue } from './scheduled-publications.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, ingest, open, publish, edit, save, row } = newsroom

beforeEach(async () => {
  await newsroom.clear()
  await setFeed('hold')
})
afterAll(() => newsroom.database.drop())

async function setFeed(newArticles: 'publish' | 'hold') {
  await pool.query(
    `insert into feeds (url, category, new_articles) values ('https://courier.example/feed', 'Sport', $1)
    on conflict (url) do update set new_articles = excluded.new_articles`,
    [newArticles],
  )
}

const titles = async (table: 'articles' | 'drafts') =>
  (await pool.query(`select title from ${table} order by title`)).rows.map(({ title }) => title)

/** @returns the id of the only draft */
async function hold(hash: string, title: string): Promise<string> {
  await ingest(hash, title)
  const { rows } = await pool.query('select id from drafts')
  expect(rows).toHaveLength(1)
  return rows[0].id
}

it('holds a new item as a draft in review, with its source, link and image', async () => {
  const id = await hold('1', 'Tea')
  expect(await titles('articles')).toEqual([])
  expect(await open(id)).toMatchObject({
    status: 'in-review',
    publishedAt: null,
    feed: 'https://courier.example/feed',
    isHeld: true,
    lastRevision: 1,
    form: {
      title: 'Tea',
      summary: 'From the feed',
      content: '<p>Text</p>',
      author: 'Courier',
      category: 'Sport',
      sourceName: 'The Courier',
      sourceUrl: 'https://courier.example/1',
    },
  })
  const { articles } = await listArticles(db, { status: 'in-review', source: 'feed' })
  expect(articles).toMatchObject([{ id, heldFrom: 'https://courier.example/feed' }])
  expect((await listMyWork(db, ada, NOW)).toReview).toMatchObject({ count: 1, items: [{ id }] })
})

it('publishes a held item as an article of its feed, which its feed then recognises', async () => {
  const id = await hold('1', 'Tea')
  expect(await publish({}, { id, by: ada, now: LATER })).toMatchObject({ kind: 'published' })
  const { rows: feeds } = await pool.query('select id from feeds')
  expect(await row(id)).toMatchObject({
    origin: 'feed',
    feed_id: feeds[0].id,
    item_hash: '1',
    source_name: 'The Courier',
    published_at: LATER,
  })
  await ingest('1', 'Tea')
  expect([await titles('articles'), await titles('drafts')]).toEqual([['Tea'], ['Tea']])
  expect(await open(id)).toMatchObject({ status: 'published', isHeld: false })

  // After the switch, the feed updates its article.
  await setFeed('publish')
  await ingest('2', 'Green tea')
  expect([await titles('articles'), await open(id)]).toMatchObject([
    ['Green tea'],
    { form: { title: 'Green tea' } },
  ])
})

it('publishes an edited item as an article of the newsroom', async () => {
  const id = await hold('1', 'Tea')
  await publish({ title: 'Tea at four' }, { id })
  expect(await row(id)).toMatchObject({
    origin: 'editor',
    feed_id: null,
    source_url: 'https://courier.example/1',
  })
  await setFeed('publish')
  await ingest('2', 'Green tea')
  expect([await titles('articles'), await titles('drafts')]).toEqual([['Tea at four'], ['Tea at four']])
})

it('replaces the text of a held item that nobody has edited, and keeps the category of an editor', async () => {
  const id = await hold('1', 'Tea')
  await edit({ category: 'Travel' }, { id })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({
    status: 'in-review',
    lastRevision: 2,
    form: { title: 'Green tea', category: 'Travel' },
  })
  await ingest('2', 'Green tea')
  expect((await open(id)).lastRevision).toBe(2)
  await publish({}, { id })
  expect(await row(id)).toMatchObject({
    title: 'Green tea',
    category: 'Travel',
    origin: 'feed',
    item_hash: '2',
  })
})

it('never replaces a text that somebody has edited', async () => {
  const id = await hold('1', 'Tea')
  await edit({ summary: 'Edited' }, { id })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({ form: { title: 'Tea', summary: 'Edited' } })
  expect(await titles('articles')).toEqual([])
})

it('replaces an approved text, which needs another approval', async () => {
  const id = await hold('1', 'Tea')
  const { formHash } = await open(id)
  expect(await changeArticles(db, ada, [{ id, kind: 'approve', formHash }], NOW)).toMatchObject([
    { kind: 'done' },
  ])
  expect((await open(id)).status).toBe('approved')
  await ingest('2', 'Green tea')
  expect((await open(id)).status).toBe('in-review')
})

it('publishes the scheduled text of an item, and holds a change that came before', async () => {
  const id = await hold('1', 'Tea')
  await publish({}, { id, plannedAt: LATER })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({ status: 'scheduled', form: { title: 'Tea' } })
  await publishDue(db, LATER)
  expect(await row(id)).toMatchObject({ title: 'Tea', item_hash: '1' })
  await ingest('2', 'Green tea')
  expect(await titles('articles')).toEqual(['Tea'])
  expect(await open(id)).toMatchObject({ status: 'in-review', form: { title: 'Green tea' } })
})

it('holds the changes of published articles until they are published', async () => {
  await setFeed('publish')
  const id = await ingest('1', 'Tea')
  await setFeed('hold')
  await ingest('2', 'Green tea')
  expect(await titles('articles')).toEqual(['Tea'])
  expect(await open(id)).toMatchObject({ status: 'in-review', isHeld: true, form: { title: 'Green tea' } })
  await ingest('3', 'Black tea')
  expect(await open(id)).toMatchObject({ form: { title: 'Black tea' } })
  await publish({}, { id, updateKind: 'update' })
  expect(await row(id)).toMatchObject({ title: 'Black tea', origin: 'feed', item_hash: '3' })
  await ingest('3', 'Black tea')
  expect(await open(id)).toMatchObject({ status: 'published', isHeld: false })
})

it('leaves a published article as it is while somebody edits its draft', async () => {
  await setFeed('publish')
  const id = await ingest('1', 'Tea')
  await setFeed('hold')
  await save({ summary: 'Edited' }, { id })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({ form: { title: 'Tea', summary: 'Edited' } })
  expect(await titles('articles')).toEqual(['Tea'])
})

type Decision = [name: string, decide: (id: string) => Promise<unknown>]

it.each<Decision>([
  ['published', (id) => publish({}, { id })],
  ['published with edits', (id) => publish({ title: 'Edited' }, { id })],
  ['rejected', (id) => deleteDraft(db, ada, id, NOW)],
  [
    'rejected and purged',
    async (id) => {
      await deleteDraft(db, ada, id, NOW)
      expect(await purgeBin(db, new Date('2027-06-01T00:00:00Z'))).toBe(1)
    },
  ],
  [
    'withdrawn',
    async (id) => {
      await publish({}, { id })
      await withdrawArticle(db, ada, { id, publicationId: randomUUID(), reason: '' }, NOW)
    },
  ],
  [
    'deleted after its publication',
    async (id) => {
      await publish({}, { id })
      await deleteDraft(db, ada, id, NOW)
    },
  ],
])('adds nothing for an item that was %s', async (_, decide) => {
  const id = await hold('1', 'Tea')
  await decide(id)
  const before = [await titles('articles'), await titles('drafts')]
  for (const newArticles of ['hold', 'publish'] as const) {
    await setFeed(newArticles)
    await ingest('1', 'Tea')
    expect([await titles('articles'), await titles('drafts')]).toEqual(before)
  }
})

it('replaces the text of a rejected item once it is restored', async () => {
  const id = await hold('1', 'Tea')
  await deleteDraft(db, ada, id, NOW)
  await ingest('2', 'Green tea')
  await restoreDeleted(db, ada, id)
  expect(await open(id)).toMatchObject({ status: 'in-review', form: { title: 'Tea' } })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({ status: 'in-review', form: { title: 'Green tea' } })
})

it('drops a held change when the article is withdrawn', async () => {
  await setFeed('publish')
  const id = await ingest('1', 'Tea')
  await setFeed('hold')
  await ingest('2', 'Green tea')
  await withdrawArticle(db, ada, { id, publicationId: randomUUID(), reason: '' }, NOW)
  await ingest('3', 'Black tea')
  expect([await titles('articles'), (await open(id)).form.title]).toEqual([[], 'Green tea'])
})

it('keeps a held item when its feed is deleted', async () => {
  const id = await hold('1', 'Tea')
  await deleteFeed(db, COMMAND_LINE_ACTOR, { url: 'https://courier.example/feed' })
  expect(await open(id)).toMatchObject({ status: 'in-review', feed: null })
  await setFeed('publish')
  await ingest('1', 'Tea')
  expect(await titles('articles')).toEqual([])
  await publish({}, { id })
  expect(await row(id)).toMatchObject({ origin: 'feed', feed_id: null })
})

it('publishes several held items at once, but not one whose text has changed since', async () => {
  const id = await hold('1', 'Tea')
  const { formHash } = await open(id)
  await ingest('2', 'Green tea')
  const change = { id, kind: 'publish', publicationId: randomUUID(), updateKind: 'minor' } as const
  expect(await changeArticles(db, ada, [{ ...change, formHash }], NOW)).toEqual([
    {
      id,
      kind: 'refused',
      reason: 'The text has changed since the list was loaded. Open the article and read the new text first.',
    },
  ])
  const { formHash: current } = await open(id)
  const request = [{ ...change, formHash: current }]
  expect(await changeArticles(db, ben, request, NOW)).toEqual([{ id, kind: 'done', undo: null }])
  // A retried request publishes once.
  expect(await changeArticles(db, ben, request, NOW)).toMatchObject([{ kind: 'done' }])
  const { rows } = await pool.query('select count(*)::int as count from publications')
  expect([await titles('articles'), rows]).toEqual([['Green tea'], [{ count: 1 }]])
  expect((await newsroom.audit()).map(({ action, actor_email }) => [action, actor_email])).toEqual([
    ['article.create', ben.email],
  ])
})

it('does not wait for an ingest that waits for the draft', async () => {
  const id = await hold('1', 'Tea')
  const [feed] = await listFeeds(db)
  if (!feed) throw new Error('There is no feed')
  const result = {
    kind: 'items',
    title: '',
    publisher: 'The Courier',
    detectedPublisher: null,
    damage: null,
    newUrl: null,
    etag: null,
    lastModified: null,
    nextCheckAt: LATER,
    movedTo: null,
  } as const
  const ingested = await db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    const storing = storeIngest(
      db,
      feed,
      { ...result, items: [feedItem('2', 'Green tea')], deletions: [] },
      { drafts: itemDrafts, now: LATER },
    )
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    await tx.execute(sql`set local lock_timeout = '2s'`)
    const decided = state && (await decideFeedText(tx, id, readFields(state.draft.fields), NOW))
    expect(decided).toMatchObject({ isFeedText: true, feedId: feed.id })
    return { storing }
  })
  expect((await ingested.storing).outcome).toBe('items')
})

const STEPS = ['ingest', 'edit', 'publish', 'withdraw', 'delete', 'restore', 'switch'] as const

it('readers see only texts that somebody has decided to publish, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 }), async (steps) => {
      await newsroom.clear()
      let newArticles: 'publish' | 'hold' = 'hold'
      await setFeed(newArticles)
      const id = await hold('0', 'Text 0')
      const publication = () => ({ id, publicationId: randomUUID(), reason: '' })
      const decided = new Set<string>()
      for (const [n, step] of steps.entries()) {
        const text = `Text ${n + 1}`
        if (step === 'ingest') {
          const isHeld = (await pool.query('select from held_items')).rowCount === 1
          if (newArticles === 'publish' && !isHeld) decided.add(text)
          await ingest(text, text)
        }
        if (step === 'edit') await edit({ title: `Edited ${n}` }, { id })
        if (step === 'publish') {
          const outcome = await publish({}, { id, updateKind: 'minor' })
          if (outcome.kind === 'published') decided.add((await open(id)).form.title)
        }
        if (step === 'withdraw') await withdrawArticle(db, ada, publication(), NOW)
        if (step === 'delete') await deleteDraft(db, ada, id, NOW)
        if (step === 'restore') await restoreDeleted(db, ada, id)
        if (step === 'switch') {
          newArticles = newArticles === 'hold' ? 'publish' : 'hold'
          await setFeed(newArticles)
        }
        for (const title of await titles('articles')) expect(decided).toContain(title)
        expect(await titles('drafts')).toHaveLength(1)
      }
    }),
    { numRuns: 4 },
  )
})
