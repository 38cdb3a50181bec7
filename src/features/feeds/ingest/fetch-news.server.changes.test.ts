import { describe, expect, it } from 'vitest'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const AN_HOUR = 60
const [story = { title: '' }, other = { title: '' }] = items(2)

it('marks a feed as damaged until its document is well-formed again', async () => {
  await using testServer = await openFeedTestServer()
  await testServer.addFeed('/a')
  const whole = rss([story, other])
  const publish = async (document: string) => {
    testServer.publish('/a', document)
    testServer.wait(AN_HOUR)
    await testServer.fetchNews()
    return (await testServer.feed('/a')).damage
  }
  expect(await publish(whole.slice(0, whole.lastIndexOf('</item>')))).toMatch(
    /^damaged, 1 item read: line \d+: /,
  )
  expect(await testServer.articles()).toHaveLength(1)
  expect(await publish(whole)).toBeNull()
  expect(await testServer.articles()).toHaveLength(2)
})

describe('a run: unstable guids', () => {
  it.each([
    ['changes with every edit', { ...story, guid: 'edition-1' }, { ...story, guid: 'edition-2' }],
    ['is removed', story, { ...story, guid: undefined }],
    ['is added later', { ...story, guid: undefined }, story],
    ['is unchanged while the link changes', story, { ...story, link: 'https://courier.example/moved/1' }],
    ['is a URL with an edit counter', at('#0'), at('#1')],
    ['and link are missing, with the same title and date', bare(story), bare(story)],
  ])('recognises a story whose guid %s', async (_, before, after) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([before, other]))
    expect(await testServer.fetchNews()).toMatchObject({ created: 2 })
    testServer.publish('/a', rss([after, other]))
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, failed: 0 })
    expect(await testServer.articles()).toHaveLength(2)
  })

  it('recognises a story by any of its previous keys', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const first = { ...story, guid: 'first', link: 'https://courier.example/first' }
    const second = { ...story, guid: 'first', link: 'https://courier.example/second' }
    const third = { ...story, guid: 'third', link: 'https://courier.example/second' }
    for (const edition of [first, second, third, first]) {
      testServer.publish('/a', rss([edition]))
      await testServer.fetchNews()
      testServer.wait(AN_HOUR)
    }
    expect(await testServer.articles()).toHaveLength(1)
  })

  it('distinguishes stories that share a guid', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(5).map((item) => ({ ...item, guid: 'the-same' }))))
    expect(await testServer.fetchNews()).toMatchObject({ created: 5 })
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0 })
  })

  it('distinguishes stories of different publishers with the same guid', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await testServer.addFeed('/b')
    testServer.publish('/a', rss([{ ...story, guid: '1', link: 'https://one.example/x' }]))
    testServer.publish('/b', rss([{ ...other, guid: '1', link: 'https://two.example/y' }]))
    expect(await testServer.fetchNews()).toMatchObject({ created: 2, duplicates: 0 })
  })

  it('stores a story once if a document contains it twice', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([story, other, story]))
    await testServer.fetchNews()
    expect(await testServer.articles()).toHaveLength(2)
  })
})

describe('a run: edited items', () => {
  it('updates the article and its modification time, and preserves its id and flags', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([story, other]))
    await testServer.fetchNews()
    const [before] = await testServer.articles()
    await testServer.database.pool.query('update articles set is_breaking = true')
    testServer.publish(
      '/a',
      rss([{ ...story, title: 'The story, put right', description: 'As it was.' }, other]),
    )
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 1 })
    expect((await testServer.articles()).find(({ id }) => id === before?.id)).toMatchObject({
      title: 'The story, put right',
      summary: 'As it was.',
      isBreaking: true,
      publishedAt: before?.publishedAt,
      updatedAt: testServer.clock,
    })
  })

  it('updates an article once per edit', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const updates: number[] = []
    for (const title of ['One', 'Two', 'Two', 'One']) {
      testServer.publish('/a', rss([{ ...story, title }]))
      updates.push((await testServer.fetchNews()).updated)
      testServer.wait(AN_HOUR)
    }
    expect(updates).toEqual([0, 1, 0, 1])
  })

  it("preserves an editor's changes when the item is unchanged", async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([story]))
    await testServer.fetchNews()
    await testServer.database.pool.query(
      `update articles set title = 'The editor’s title', category = 'Money'`,
    )
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    expect(await testServer.articles()).toMatchObject([{ title: 'The editor’s title', category: 'Money' }])
  })
})

describe('a run: deleted articles', () => {
  it.each([
    ['is unchanged', story],
    ['is edited', { ...story, title: 'New title' }],
    ['has a new guid', { ...story, guid: 'another' }],
    ['has a new link', { ...story, link: 'https://courier.example/another' }],
  ])('does not restore an article deleted with SQL when its item %s', async (_, again) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([story, other]))
    await testServer.fetchNews()
    await testServer.database.pool.query('delete from articles where title = $1', [story.title])
    testServer.publish('/a', rss([again, other]))
    for (let run = 0; run < 2; run += 1) {
      testServer.wait(AN_HOUR)
      expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    }
    expect(await testServer.articles()).toMatchObject([{ title: other.title }])
  })

  it('does not restore it from another feed', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([story]))
    await testServer.fetchNews()
    await testServer.database.pool.query('delete from articles')
    await testServer.addFeed('/b', 'Science')
    testServer.publish('/b', rss([story]))
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, created: 0 })
    expect(await testServer.articles()).toEqual([])
  })
})

function at(fragment: string) {
  const address = `https://courier.example/news/1${fragment}`
  return { ...story, guid: address, link: 'https://courier.example/news/1' }
}

function bare(item: typeof story) {
  return { ...item, guid: undefined, link: undefined }
}
