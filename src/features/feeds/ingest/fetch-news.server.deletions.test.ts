import { describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { decideFeedVersion } from '#features/publishing/server/decide-feed-version.server.ts'
import { findDraft } from '#features/publishing/server/find-draft.server.ts'
import { publishDraft } from '#features/publishing/server/publish-draft.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { type FeedTestServer, openFeedTestServer, START } from '../testing/feed-test-server.ts'

const entry = (id: string, updated = '2026-11-20T09:00:00Z') =>
  `<entry><title>Story ${id}</title><id>${id}</id><link href="https://courier.example/${encodeURIComponent(id)}"/>
   <updated>${updated}</updated><content>Text</content></entry>`

const deletion = (id: string, when = '2026-11-21T09:30:00Z') =>
  `<at:deleted-entry ref="${id}" when="${when}"><at:comment>Withdrawn</at:comment></at:deleted-entry>`

const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">
   <title>Courier</title>${entries.join('')}</feed>`

async function publish(testServer: FeedTestServer, ...entries: string[]) {
  testServer.publish('/a', atom(...entries))
  testServer.wait(60)
  return testServer.fetchNews()
}

async function hold(testServer: FeedTestServer) {
  await testServer.database.pool.query(`update feeds set new_articles = 'hold'`)
}

const titles = async (testServer: FeedTestServer) => (await testServer.articles()).map(({ title }) => title)

async function query<Row>(testServer: FeedTestServer, text: string): Promise<Row[]> {
  return (await testServer.database.pool.query(text)).rows
}

async function openDraft({ database }: FeedTestServer, id: string) {
  const draft = await findDraft(database.db, id)
  if (!draft) throw new Error('There is no such draft')
  return draft
}

/** Publishes an article whose draft has another category. @returns a client of the draft, with its id */
async function dismissDeletion(testServer: FeedTestServer) {
  const { db } = testServer.database
  await testServer.addFeed('/a')
  await publish(testServer, entry('urn:1'))
  const [{ id = '' } = {}] = await testServer.articles()
  const client = await openDraftClient(db, COMMAND_LINE_ACTOR, id, testServer.clock)
  await client.edit({ category: 'Travel' })
  await publish(testServer, deletion('urn:1'))
  const hash = (await openDraft(testServer, id)).deletion?.hash ?? ''
  const decision = { id, hash, decision: 'dismiss' } as const
  expect(await decideFeedVersion(db, COMMAND_LINE_ACTOR, decision, testServer.clock)).toEqual({
    kind: 'decided',
  })
  return Object.assign(client, { id })
}

describe('a run: an item that its publisher has deleted', () => {
  it.each(['urn:story:1', 'https://courier.example/story-1'])(
    'is withdrawn with a reason, and not added again: %s',
    async (id) => {
      await using testServer = await openFeedTestServer()
      await testServer.addFeed('/a')
      await publish(testServer, entry(id), entry('urn:other'))
      expect(await publish(testServer, deletion(id), entry('urn:other'))).toMatchObject({ failed: 0 })
      expect(await titles(testServer)).toEqual(['Story urn:other'])
      expect(
        await query(testServer, `select reason, "by" from publications where kind = 'withdraw'`),
      ).toEqual([{ reason: 'Deleted at its source.', by: null }])
      expect(
        await query(testServer, `select actor_email from audit_log where action = 'article.withdraw'`),
      ).toHaveLength(1)
      // With the deletion, and with an item that is older.
      await publish(testServer, deletion(id), entry(id), entry('urn:other'))
      await publish(testServer, entry(id), entry('urn:other'))
      expect(await titles(testServer)).toEqual(['Story urn:other'])
    },
  )

  it('stays if an editor publishes it again while the feed contains its deletion', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, entry('urn:1'))
    await publish(testServer, deletion('urn:1'))
    const { db } = testServer.database
    const [withdrawn] = await query<{ id: string }>(testServer, 'select id from drafts')
    const { id, formHash } = await openDraft(testServer, withdrawn?.id ?? '')
    const request = {
      id,
      publicationId: crypto.randomUUID(),
      base: { formHash },
      updateKind: 'minor',
    } as const
    expect(await publishDraft(db, COMMAND_LINE_ACTOR, request, testServer.clock)).toMatchObject({
      kind: 'published',
    })
    await publish(testServer, deletion('urn:1'))
    expect(await titles(testServer)).toEqual(['Story urn:1'])
    await publish(testServer, deletion('urn:1', testServer.clock.toISOString()))
    expect(await titles(testServer)).toEqual([])
  })

  it('is withdrawn when a deletion dated in the future takes effect', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, entry('urn:1'))
    const when = new Date(testServer.clock.getTime() + 150 * 60_000).toISOString()
    await publish(testServer, deletion('urn:1', when))
    await publish(testServer, deletion('urn:1', when))
    expect(await titles(testServer)).toEqual(['Story urn:1'])
    await publish(testServer, deletion('urn:1', when))
    expect(await titles(testServer)).toEqual([])
  })

  it('is published as usual if it is newer than its deletion', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, entry('urn:1', '2026-11-21T09:45:00Z'), deletion('urn:1'))
    await publish(testServer, entry('urn:1', '2026-11-21T09:45:00Z'), deletion('urn:1'))
    expect(await titles(testServer)).toEqual(['Story urn:1'])
  })

  it('is not withdrawn by the deletion of another feed, or of an item that links to the same page', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await testServer.addFeed('/b')
    await publish(testServer, entry('urn:1'))
    testServer.publish('/b', atom(entry('urn:2'), deletion('urn:1')))
    await publish(testServer, entry('urn:1'), deletion('https://courier.example/urn%3A1'))
    expect(await titles(testServer)).toEqual(['Story urn:1', 'Story urn:2'])
  })

  it.each([
    ['of a feed that is held for review', hold],
    [
      'with unpublished edits',
      ({ database }: FeedTestServer) =>
        database.pool.query(`
          insert into drafts (id, fields, last_revision)
            select id, '{"title": "Ours", "author": "", "category": "News"}', 1 from articles`),
    ],
  ])('waits for a decision if it is %s', async (_, change) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, entry('urn:1'))
    await change(testServer)
    await publish(testServer, deletion('urn:1'))
    const [article] = await testServer.articles()
    const id = article?.id ?? ''
    const { deletion: offered } = await openDraft(testServer, id)
    expect(offered).toEqual({ hash: expect.any(String), at: '2026-11-21T09:30:00.000Z' })
    const decision = { id, hash: offered?.hash ?? '', decision: 'dismiss' } as const
    const decide = (one: Parameters<typeof decideFeedVersion>[2]) =>
      decideFeedVersion(testServer.database.db, COMMAND_LINE_ACTOR, one, testServer.clock)
    expect(await decide({ ...decision, decision: 'use' })).toMatchObject({ kind: 'refused' })
    expect(await decide(decision)).toEqual({ kind: 'decided' })
    await publish(testServer, deletion('urn:1'))
    expect((await openDraft(testServer, id)).deletion).toBeNull()
    expect(await titles(testServer)).toEqual(['Story urn:1'])
  })

  it.each([
    ['the text of the feed', {}, { title: 'Story urn:1', later: 'withdrawn' }],
    ['an edited text', { title: 'Our story' }, { title: 'Our story', later: 'offered' }],
  ])('stays after a dismissal, also once %s is published', async (_, change, { title, later }) => {
    await using testServer = await openFeedTestServer()
    const client = await dismissDeletion(testServer)
    const { id } = client
    await client.edit(change)
    const request = {
      id,
      publicationId: crypto.randomUUID(),
      base: client.base,
      updateKind: 'minor',
    } as const
    expect(
      await publishDraft(testServer.database.db, COMMAND_LINE_ACTOR, request, testServer.clock),
    ).toMatchObject({ kind: 'published' })
    await publish(testServer, deletion('urn:1'))
    expect(await titles(testServer)).toEqual([title])
    expect((await openDraft(testServer, id)).deletion).toBeNull()
    // Another deletion.
    await publish(testServer, deletion('urn:1', testServer.clock.toISOString()))
    const { status, deletion: offered } = await openDraft(testServer, id)
    expect(status === 'withdrawn' ? status : offered && 'offered').toBe(later)
  })

  it('stays if its feed sends a newer text between two copies of a dismissed deletion', async () => {
    await using testServer = await openFeedTestServer()
    const { id } = await dismissDeletion(testServer)
    await publish(testServer, entry('urn:1').replace('Story urn:1', 'Newer story'))
    await publish(testServer, deletion('urn:1'))
    expect(await titles(testServer)).toEqual(['Newer story'])
    expect((await openDraft(testServer, id)).deletion).toBeNull()
  })

  it('waits for a decision if it is held', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await hold(testServer)
    await publish(testServer, entry('urn:1'))
    await publish(testServer, deletion('urn:1'))
    const [held] = await query<{ id: string }>(testServer, 'select id from drafts')
    expect(await openDraft(testServer, held?.id ?? '')).toMatchObject({
      isHeld: true,
      deletion: { at: '2026-11-21T09:30:00.000Z' },
      newerFeedText: null,
    })
  })
})

describe('a run: a feed that states its new address', () => {
  const moving = (address: string) =>
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Courier</title>
     <itunes:new-feed-url>${address}</itunes:new-feed-url><item><title>Story</title><guid>1</guid></item></channel></rss>`

  it('is fetched from there, with the same articles', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', moving(`${testServer.server.origin}/b`))
    testServer.publish('/b', moving(`${testServer.server.origin}/b`))
    expect(await testServer.fetchNews()).toMatchObject({ created: 1, failed: 0 })
    expect(await testServer.feed('/b')).toMatchObject({ enabled: true, movedTo: null, lastSuccessAt: START })
    testServer.publish('/a', (_, response) => response.writeHead(500).end())
    testServer.wait(60)
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, created: 0, failed: 0 })
    expect(await query(testServer, 'select action, changes from audit_log')).toMatchObject([
      { action: 'feed.update' },
    ])
  })

  it.each(['', 'ftp://courier.example/feed', 'javascript:alert(1)', 'a b'])(
    'stays for the address "%s"',
    async (address) => {
      await using testServer = await openFeedTestServer()
      await testServer.addFeed('/a')
      testServer.publish('/a', moving(address))
      expect(await testServer.fetchNews()).toMatchObject({ created: 1, failed: 0 })
      expect(await testServer.feed('/a')).toMatchObject({ movedTo: null, movedCount: 0 })
    },
  )
})
