import { describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const SHOW = 'https://courier.example/show'

const bulletin = (hour: number, link = SHOW) => ({
  title: `Bulletin at ${hour}`,
  link,
  guid: `bulletin-${hour}`,
  description: `What happened until ${hour}.`,
  pubDate: new Date(Date.UTC(2026, 10, 20, hour)).toUTCString(),
})

async function publish(testServer: FeedTestServer, path: string, given: Parameters<typeof rss>[0]) {
  testServer.publish(path, rss(given))
  testServer.wait(60)
  return testServer.fetchNews()
}

const titles = async (testServer: FeedTestServer) => (await testServer.articles()).map(({ title }) => title)

describe('a run: items with one address', () => {
  it.each([
    ['the same address', (hour: number) => bulletin(hour)],
    ['addresses that differ after "#"', (hour: number) => bulletin(hour, `${SHOW}#at-${hour}`)],
    [
      'addresses that differ after "#", and no guid',
      (hour: number) => ({ ...bulletin(hour, `${SHOW}#${hour}`), guid: undefined }),
    ],
    ['guids that are addresses', (hour: number) => ({ ...bulletin(hour), guid: `${SHOW}/${hour}` })],
  ])('become articles of their own: %s', async (_, item) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', [item(9)])
    expect(await publish(testServer, '/a', [item(10)])).toMatchObject({ created: 1, updated: 0 })
    expect(await publish(testServer, '/a', [item(11), item(10)])).toMatchObject({ created: 1, updated: 0 })
    expect(await publish(testServer, '/a', [item(11)])).toMatchObject({ created: 0, updated: 0 })
    expect(await titles(testServer)).toEqual(['Bulletin at 10', 'Bulletin at 11', 'Bulletin at 9'])
  })

  it('are new after one of them was deleted, which stays deleted', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', [bulletin(9)])
    await testServer.database.pool.query('delete from articles')
    await publish(testServer, '/a', [bulletin(10)])
    await publish(testServer, '/a', [bulletin(9)])
    expect(await titles(testServer)).toEqual(['Bulletin at 10'])
  })

  it('are held one by one', async () => {
    await using testServer = await openFeedTestServer()
    const { id } = await testServer.addFeed('/a')
    await testServer.database.pool.query(`update feeds set new_articles = 'hold' where id = $1`, [id])
    expect(await publish(testServer, '/a', [bulletin(9)])).toMatchObject({ held: 1 })
    expect(await publish(testServer, '/a', [bulletin(10)])).toMatchObject({ held: 1 })
    expect(await publish(testServer, '/a', [bulletin(10)])).toMatchObject({ held: 0 })
    const { rows } = await testServer.database.pool.query(
      `select fields->>'title' as title from drafts order by 1`,
    )
    expect(rows.map(({ title }) => title)).toEqual(['Bulletin at 10', 'Bulletin at 9'])
  })

  it('of another feed are all stored, while an article of two feeds is stored once', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await testServer.addFeed('/b')
    testServer.publish('/b', rss([]))
    await publish(testServer, '/a', [bulletin(9)])
    expect(await publish(testServer, '/b', [{ ...bulletin(9), guid: 'other' }])).toMatchObject({ created: 0 })
    expect(await publish(testServer, '/b', [{ ...bulletin(10), guid: 'another' }])).toMatchObject({
      created: 1,
    })
    expect(await titles(testServer)).toEqual(['Bulletin at 10', 'Bulletin at 9'])
  })
})

describe('a run: a feed that begins to send guids', () => {
  it.each([
    ['addresses', (hour: number) => `https://courier.example/?p=${hour}`],
    ['no addresses', (hour: number) => `bulletin-${hour}`],
  ])('distinguishes later items with the address of an earlier one: guids are %s', async (_, guid) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', [{ ...bulletin(9), guid: undefined }])
    expect(await publish(testServer, '/a', [{ ...bulletin(9), guid: guid(9) }])).toMatchObject({ created: 0 })
    expect(await publish(testServer, '/a', [{ ...bulletin(10), guid: guid(10) }])).toMatchObject({
      created: 1,
      updated: 0,
    })
    expect(await titles(testServer)).toEqual(['Bulletin at 10', 'Bulletin at 9'])
  })

  it('distinguishes later items with the address of a deleted one, which stays deleted', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', [{ ...bulletin(9), guid: undefined }])
    await testServer.database.pool.query('delete from articles')
    expect(await publish(testServer, '/a', [bulletin(9)])).toMatchObject({ created: 0 })
    expect(await publish(testServer, '/a', [bulletin(10)])).toMatchObject({ created: 1 })
    expect(await titles(testServer)).toEqual(['Bulletin at 10'])
  })
})

describe('a run: a publisher with a new host', () => {
  const moved = items(2).map((item) => ({ ...item, link: item.link?.replace('courier', 'gazette') }))

  it('updates the addresses of the articles', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', items(2))
    expect(await publish(testServer, '/a', moved)).toMatchObject({ created: 0 })
    expect((await testServer.articles()).map(({ sourceUrl }) => sourceUrl)).toEqual(
      moved.map(({ link }) => link),
    )
  })

  it('does not restore deleted articles', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', items(2))
    await testServer.database.pool.query('delete from articles')
    expect(await publish(testServer, '/a', moved)).toMatchObject({ created: 0 })
  })
})

describe('a run of a feed whose publisher has changed the host and the guids', () => {
  const elsewhere = (more: (item: ReturnType<typeof items>[number]) => object = () => ({})) =>
    items(3).map((item, index) => ({
      ...item,
      guid: `new:${index}`,
      link: item.link?.replace('courier', 'gazette'),
      ...more(item),
    }))

  async function openWithItems() {
    const testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await publish(testServer, '/a', items(3))
    return testServer
  }

  it('recognises articles and deleted ones, in later runs too', async () => {
    await using testServer = await openWithItems()
    await testServer.database.pool.query(`delete from articles where title like '%3'`)
    expect(await publish(testServer, '/a', elsewhere())).toMatchObject({ created: 0, failed: 0 })
    expect((await testServer.articles()).map(({ sourceUrl }) => sourceUrl)).toEqual(
      elsewhere()
        .slice(0, 2)
        .map(({ link }) => link),
    )
    const edited = elsewhere((item) => ({ title: `${item.title}, edited` }))
    expect(await publish(testServer, '/a', edited)).toMatchObject({ created: 0 })
  })

  it('recognises held items', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    await testServer.database.pool.query(`update feeds set new_articles = 'hold'`)
    await publish(testServer, '/a', items(3))
    await testServer.database.pool.query(`update feeds set new_articles = 'publish'`)
    await publish(testServer, '/a', [...items(3), ...items(1, 'event')])
    expect(await publish(testServer, '/a', elsewhere())).toMatchObject({ created: 0, failed: 0 })
    expect((await testServer.database.pool.query('select from drafts')).rowCount).toBe(3)
    expect(await titles(testServer)).toEqual(['The event number 1'])
  })

  it.each<[string, ReturnType<typeof items>]>([
    ['other titles', elsewhere(({ title }) => ({ title: `${title}!` }))],
    ['other dates', elsewhere(() => ({ pubDate: 'Thu, 19 Nov 2026 07:00:00 GMT' }))],
    ['no dates', elsewhere(() => ({ pubDate: undefined }))],
    [
      'other paths',
      elsewhere(({ link }) => ({ link: link?.replace('courier.example/', 'gazette.example/x/') })),
    ],
    [
      'several hosts',
      elsewhere(({ link, title }) => ({ link: link?.replace('courier', title.endsWith('1') ? 'a' : 'b') })),
    ],
    ['a known item', [...elsewhere(), ...items(1)]],
  ])('adds items with %s', async (_, received) => {
    await using testServer = await openWithItems()
    expect(await publish(testServer, '/a', received)).toMatchObject({ created: 3 })
  })
})

describe('a run with addresses whose percent-encoding differs', () => {
  const cafes = (of: (address: string) => string, more: object = {}) =>
    items(4).map((item, index) => {
      const address = of(`https://courier.example/caf%c3%a9/%7Eada/${index}`)
      // Two items have no guid but their address.
      return { ...item, link: address, guid: index % 2 === 0 ? address : `tag:${index}`, ...more }
    })
  const lower = (text: string) => text.toLowerCase()
  const normal = (text: string) => text.replace('%c3%a9', '%C3%A9').replace('%7E', '~')

  it('recognises articles', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    expect(await publish(testServer, '/a', cafes(lower))).toMatchObject({ created: 4 })
    expect(await publish(testServer, '/a', cafes(normal, { title: 'Tea' }))).toMatchObject({ created: 0 })
  })
})
