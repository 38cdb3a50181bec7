import { describe, expect, it } from 'vitest'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const AN_HOUR = 60
const [story = { title: '' }, other = { title: '' }] = items(2)

describe('a run: guids as publishers write them', () => {
  it.each([
    ['changes with each edit', { ...story, guid: 'edition-1' }, { ...story, guid: 'edition-2' }],
    ['goes missing', story, { ...story, guid: undefined }],
    ['appears later', { ...story, guid: undefined }, story],
    ['stays while the link changes', story, { ...story, link: 'https://courier.example/moved/1' }],
    ['is an address that counts the edits', at('#0'), at('#1')],
    ['and link are missing, title and date stay', bare(story), bare(story)],
  ])('knows a story again whose guid %s', async (_, before, after) => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([before, other]))
    expect(await desk.fetchNews()).toMatchObject({ created: 2 })
    desk.publish('/a', rss([after, other]))
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, failed: 0 })
    expect(await desk.articles()).toHaveLength(2)
  })

  it('knows a story by every key it ever had', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    const first = { ...story, guid: 'first', link: 'https://courier.example/first' }
    const second = { ...story, guid: 'first', link: 'https://courier.example/second' }
    const third = { ...story, guid: 'third', link: 'https://courier.example/second' }
    for (const edition of [first, second, third, first]) {
      desk.publish('/a', rss([edition]))
      await desk.fetchNews()
      desk.wait(AN_HOUR)
    }
    expect(await desk.articles()).toHaveLength(1)
  })

  it('keeps different stories apart that share a guid', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss(items(5).map((item) => ({ ...item, guid: 'the-same' }))))
    expect(await desk.fetchNews()).toMatchObject({ created: 5 })
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0 })
  })

  it('keeps stories of different publishers apart that share a number', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    await desk.addFeed('/b')
    desk.publish('/a', rss([{ ...story, guid: '1', link: 'https://one.example/x' }]))
    desk.publish('/b', rss([{ ...other, guid: '1', link: 'https://two.example/y' }]))
    expect(await desk.fetchNews()).toMatchObject({ created: 2, duplicates: 0 })
  })

  it('stores a story once that stands twice in one document', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([story, other, story]))
    await desk.fetchNews()
    expect(await desk.articles()).toHaveLength(2)
  })
})

describe('a run: edited items', () => {
  it('updates the article, says when, and keeps its address and its flags', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([story, other]))
    await desk.fetchNews()
    const [before] = await desk.articles()
    await desk.database.pool.query('update articles set is_breaking = true')
    desk.publish('/a', rss([{ ...story, title: 'The story, put right', description: 'As it was.' }, other]))
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 1 })
    expect((await desk.articles()).find(({ id }) => id === before?.id)).toMatchObject({
      title: 'The story, put right',
      summary: 'As it was.',
      isBreaking: true,
      publishedAt: before?.publishedAt,
      updatedAt: desk.clock,
    })
  })

  it('updates an article once for each edit', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    const updates: number[] = []
    for (const title of ['One', 'Two', 'Two', 'One']) {
      desk.publish('/a', rss([{ ...story, title }]))
      updates.push((await desk.fetchNews()).updated)
      desk.wait(AN_HOUR)
    }
    expect(updates).toEqual([0, 1, 0, 1])
  })

  it('leaves alone what an editor has changed of an item that was not edited', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([story]))
    await desk.fetchNews()
    await desk.database.pool.query(`update articles set title = 'The editor’s title', category = 'Money'`)
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    expect(await desk.articles()).toMatchObject([{ title: 'The editor’s title', category: 'Money' }])
  })
})

describe('a run: deleted articles', () => {
  it.each([
    ['comes again as it was', story],
    ['is edited', { ...story, title: 'New title' }],
    ['comes with another guid', { ...story, guid: 'another' }],
    ['comes with another link', { ...story, link: 'https://courier.example/another' }],
  ])('does not bring back an article that was deleted with plain SQL when its item %s', async (_, again) => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([story, other]))
    await desk.fetchNews()
    await desk.database.pool.query('delete from articles where title = $1', [story.title])
    desk.publish('/a', rss([again, other]))
    for (let run = 0; run < 2; run += 1) {
      desk.wait(AN_HOUR)
      expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    }
    expect(await desk.articles()).toMatchObject([{ title: other.title }])
  })

  it('does not bring it back through another feed either', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss([story]))
    await desk.fetchNews()
    await desk.database.pool.query('delete from articles')
    await desk.addFeed('/b', 'Science')
    desk.publish('/b', rss([story]))
    expect(await desk.fetchNews()).toMatchObject({ feeds: 1, created: 0 })
    expect(await desk.articles()).toEqual([])
  })
})

function at(fragment: string) {
  const address = `https://courier.example/news/1${fragment}`
  return { ...story, guid: address, link: 'https://courier.example/news/1' }
}

function bare(item: typeof story) {
  return { ...item, guid: undefined, link: undefined }
}
