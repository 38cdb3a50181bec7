import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { readDocument } from '#features/collaboration/server/read-document.server.ts'
import { readState } from '#features/drafts/server/draft-state.server.ts'
import { listFeedsWithHealth } from '#features/feeds/model/feeds.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { openDraftClient } from '../testing/draft-client.ts'
import { createNewsroom, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { decideFeedVersion, type FeedVersionDecision } from './decide-feed-version.server.ts'
import { isAuthorOf } from './review-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, ingest, open, publish, edit, row } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

async function setFeed(newArticles: 'publish' | 'hold') {
  await pool.query(
    `insert into feeds (url, category, new_articles) values ('https://courier.example/feed', 'Sport', $1)
    on conflict (url) do update set new_articles = excluded.new_articles`,
    [newArticles],
  )
}

async function hold(): Promise<string> {
  await setFeed('hold')
  await ingest('1', 'Tea')
  const { rows } = await pool.query('select id from drafts')
  return rows[0].id
}

async function decide(id: string, decision: FeedVersionDecision['decision'], by: Account = ada) {
  const { newerFeedText } = await open(id)
  return decideFeedVersion(db, by, { id, hash: newerFeedText?.hash ?? '', decision }, LATER)
}

const offered = async (id: string) => (await open(id)).newerFeedText?.form.title ?? null

type Start = [name: string, start: () => Promise<string>]

/** Each returns the id of an article, "Tea" of the feed, that was edited to "Our tea". */
const EDITED: Start[] = [
  [
    'a held item',
    async () => {
      const id = await hold()
      await edit({ title: 'Our tea' }, { id })
      return id
    },
  ],
  [
    'a held item that was published',
    async () => {
      const id = await hold()
      await publish({ title: 'Our tea' }, { id })
      return id
    },
  ],
  [
    'the draft of a published article',
    async () => {
      const id = await ingest('1', 'Tea')
      await edit({ title: 'Our tea' }, { id })
      return id
    },
  ],
  [
    'a published article',
    async () => {
      const id = await ingest('1', 'Tea')
      await publish({ title: 'Our tea' }, { id })
      return id
    },
  ],
]

describe.each(EDITED)('after an edit of %s', (name, start) => {
  it('offers each newer text of the feed, and keeps the edits', async () => {
    const id = await start()
    expect(await open(id)).toMatchObject({
      feed: 'https://courier.example/feed',
      feedUpdates: name.startsWith('the draft') ? 'published-text' : 'nothing',
      newerFeedText: null,
    })
    await ingest('1', 'Tea')
    expect(await offered(id)).toBeNull()
    for (const title of ['Green tea', 'Black tea']) {
      await ingest(title, title)
      expect(await open(id)).toMatchObject({ form: { title: 'Our tea' }, newerFeedText: { form: { title } } })
    }
  })

  it('offers a dismissed text no more, but the next one', async () => {
    const id = await start()
    await ingest('2', 'Green tea')
    expect(await decide(id, 'dismiss')).toEqual({ kind: 'decided' })
    // Its date alone changes the hash.
    for (const hash of ['2', '3']) await ingest(hash, 'Green tea')
    expect(await open(id)).toMatchObject({ form: { title: 'Our tea' }, newerFeedText: null })
    await ingest('4', 'Black tea')
    expect(await offered(id)).toBe('Black tea')
  })

  it('replaces the edits, which remain a revision, with the text of the feed, which updates it again', async () => {
    const id = await start()
    await edit({ category: 'Travel' }, { id })
    await ingest('2', 'Green tea')
    expect(await decide(id, 'use', ben)).toEqual({ kind: 'decided' })
    expect(await open(id)).toMatchObject({
      form: { title: 'Green tea', category: 'Travel', content: '<p>Text</p>' },
      newerFeedText: null,
    })
    expect(await newsroom.revisions(id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/: Our tea$/)]),
    )
    expect(await newsroom.audit()).toContainEqual(
      expect.objectContaining({ action: 'draft.use-feed-text', actor_email: ben.email }),
    )
    const state = await readState(db, id)
    expect(state && (await isAuthorOf(db, state, ben))).toBe(true)

    await publish({}, { id })
    const { rows } = await pool.query('select id from feeds')
    expect(await row(id)).toMatchObject({
      title: 'Green tea',
      category: 'Travel',
      origin: 'feed',
      feed_id: rows[0].id,
    })
    await setFeed('publish')
    await ingest('3', 'Black tea')
    expect([await row(id), await open(id)]).toMatchObject([
      { title: 'Black tea' },
      { form: { title: 'Black tea' }, feedUpdates: 'text', newerFeedText: null },
    ])
  })
})

it('keeps the offer when the edits are published', async () => {
  const id = await ingest('1', 'Tea')
  await edit({ title: 'Our tea' }, { id })
  await ingest('2', 'Green tea')
  expect(await row(id)).toMatchObject({ title: 'Green tea' })
  await publish({}, { id })
  expect([await row(id), await offered(id)]).toMatchObject([
    { title: 'Our tea', origin: 'editor' },
    'Green tea',
  ])
})

it('updates the text of a draft in which only the category was changed', async () => {
  const id = await ingest('1', 'Tea')
  await edit({ category: 'Travel' }, { id })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({
    form: { title: 'Green tea', category: 'Travel' },
    feedUpdates: 'text',
    newerFeedText: null,
  })
  await publish({}, { id })
  expect(await row(id)).toMatchObject({ title: 'Green tea', category: 'Travel', origin: 'feed' })
})

it('keeps an edit that is stored while the feed sends a newer text', async () => {
  const id = await ingest('1', 'Tea')
  await edit({ category: 'Travel' }, { id })
  const { storing } = await db.transaction(async (tx) => {
    const client = await openDraftClient(tx, ada, id, NOW)
    expect(await client.edit({ title: 'Our tea' })).toMatchObject({ kind: 'appended' })
    const storing = ingest('2', 'Green tea')
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    return { storing }
  })
  await storing
  expect([await row(id), await open(id)]).toMatchObject([
    { title: 'Green tea' },
    { form: { title: 'Our tea', category: 'Travel' }, newerFeedText: { form: { title: 'Green tea' } } },
  ])
  expect(await readDocument(db, ada, { id })).toMatchObject({ kind: 'document' })
})

it('says that the feed updates a text which nobody has edited', async () => {
  const id = await ingest('1', 'Tea')
  expect(await open(id)).toMatchObject({ feedUpdates: 'text', newerFeedText: null })
  await ingest('2', 'Green tea')
  expect(await open(id)).toMatchObject({
    form: { title: 'Green tea' },
    feedUpdates: 'text',
    newerFeedText: null,
  })
})

it('refuses a decision about a version that was replaced, and by people who may not edit', async () => {
  const id = await ingest('1', 'Tea')
  await publish({ title: 'Our tea' }, { id })
  await ingest('2', 'Green tea')
  const request = { id, hash: '2', decision: 'use' } as const
  const cleo = await newsroom.addPerson('Cleo', 'contributor')
  await expect(decideFeedVersion(db, cleo, request, NOW)).rejects.toThrow()
  await ingest('3', 'Black tea')
  expect(await decideFeedVersion(db, ada, request, NOW)).toMatchObject({ kind: 'refused' })
  expect(await decideFeedVersion(db, ada, { ...request, hash: '3' }, NOW)).toEqual({ kind: 'decided' })
  await deleteDraft(db, ada, id, NOW)
  expect(await decideFeedVersion(db, ada, request, NOW)).toEqual({ kind: 'gone' })
})

it('refuses to use a version that somebody else has dismissed, and replaces the text once', async () => {
  const id = await ingest('1', 'Tea')
  await publish({ title: 'Our tea' }, { id })
  await ingest('2', 'Green tea')
  await decide(id, 'dismiss', ben)
  const use = (hash: string) => decideFeedVersion(db, ada, { id, hash, decision: 'use' }, LATER)
  expect(await use('2')).toEqual({
    kind: 'refused',
    reasons: ['Somebody else has dismissed this version.'],
  })
  expect(await open(id)).toMatchObject({ form: { title: 'Our tea' } })
  await ingest('3', 'Black tea')
  for (const _ of ['first', 'retried']) expect(await use('3')).toEqual({ kind: 'decided' })
  expect((await newsroom.audit()).filter(({ action }) => action === 'draft.use-feed-text')).toHaveLength(1)
})

it('says that the date is an estimate if the feed gives none', async () => {
  const id = await ingest('1', 'Tea')
  expect((await open(id)).isDateEstimated).toBe(false)
  await pool.query('update articles set is_dated = false')
  expect((await open(id)).isDateEstimated).toBe(true)
})

it('counts the items of a feed that await a decision', async () => {
  const id = await hold()
  expect(await listFeedsWithHealth(db)).toMatchObject([{ articles: 0, held: 1 }])
  await publish({}, { id })
  await ingest('2', 'Green tea')
  expect(await listFeedsWithHealth(db)).toMatchObject([{ articles: 1, held: 1 }])
  await deleteDraft(db, ada, id, NOW)
  expect(await listFeedsWithHealth(db)).toMatchObject([{ articles: 0, held: 0 }])
})
