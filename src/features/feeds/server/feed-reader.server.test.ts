import { afterAll, describe, expect, it } from 'vitest'
import { createFeedReader } from './feed-reader.server.ts'

const now = new Date('2026-11-21T12:00:00Z')
const url = 'https://paper.example/feed.xml'
const document = (text: string) => ({ bytes: new TextEncoder().encode(text), contentType: null, url, now })
const feed = (title: string) =>
  document(`<rss version="2.0"><channel><title>Paper</title>
  <item><title>${title}</title><link>https://paper.example/1</link></item></channel></rss>`)

describe('createFeedReader', () => {
  const reader = createFeedReader()
  afterAll(() => reader.close())

  it('parses documents in sequence, each with its own result', async () => {
    const [first, broken, second] = await Promise.all([
      reader.read(feed('One')),
      reader.read(document('<html></html>')),
      reader.read(feed('Two')),
    ])
    expect(first).toMatchObject({ kind: 'items', title: 'Paper', items: [{ title: 'One' }] })
    expect(broken).toEqual({ kind: 'invalid', reason: 'This is a web page, not a feed.', discovered: [] })
    expect(second).toMatchObject({ kind: 'items', items: [{ title: 'Two' }] })
  })

  it('times out on a slow document without blocking, and parses the next one', async () => {
    const hasty = createFeedReader(1)
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    expect(await hasty.read(feed('Late'))).toMatchObject({
      kind: 'invalid',
      reason: 'The document takes too much time or memory to parse.',
    })
    clearInterval(turning)
    await hasty.close()
    expect(turns).toBeGreaterThan(0)
    expect(await reader.read(feed('Next'))).toMatchObject({ kind: 'items', items: [{ title: 'Next' }] })
  })

  it.each([
    [
      'an unclosed attribute',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><enc:enclosure ${'a'.repeat(300_000)} ></rdf:RDF>`,
    ],
    [
      'a srcset of commas only',
      `<rss version="2.0"><channel><item><title>x</title><description>&lt;img srcset="a ${','.repeat(150_000)}"></description></item></channel></rss>`,
    ],
    [
      'authors of dashes and commas only',
      `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${`<item><title>x</title>${`<dc:creator>${'a-'.repeat(990)}</dc:creator><dc:creator>x${','.repeat(1990)}x</dc:creator>`.repeat(10)}</item>`.repeat(40)}</channel></rss>`,
    ],
  ])('parses %s in time', async (_, text) => {
    const content = await reader.read(document(text))
    expect(content).not.toMatchObject({ reason: 'The document takes too much time or memory to parse.' })
  })
})
