import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MAX_FEED_BYTES } from '../parse/xml-document.ts'
import { articlePage, paragraphs } from '../testing/article-page.ts'
import { createFeedReader } from './feed-reader.server.ts'

const now = new Date('2026-11-21T12:00:00Z')
const url = 'https://paper.example/feed.xml'
const document = (text: string) => ({ bytes: new TextEncoder().encode(text), contentType: null, url, now })
const feed = (title: string) =>
  document(`<rss version="2.0"><channel><title>Paper</title>
  <item><title>${title}</title><link>https://paper.example/1</link></item></channel></rss>`)

const TITLE = 'The harbour bridge closes for repairs'
const page = (content: string) => ({
  bytes: new TextEncoder().encode(content),
  contentType: 'text/html; charset=utf-8',
  url: 'https://paper.example/1',
  item: { title: TITLE, content: '' },
})

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

  it('decompresses documents within the limit of size', async () => {
    const compressed = (text: string) => ({ ...feed(''), bytes: gzipSync(text) })
    const text = new TextDecoder().decode(feed('One').bytes)
    const bomb = `${text}${' '.repeat(MAX_FEED_BYTES)}`
    expect(await reader.read(compressed(text))).toMatchObject({ kind: 'items', items: [{ title: 'One' }] })
    expect(await reader.read(compressed(bomb))).toMatchObject({ kind: 'invalid' })
  })

  it('times out on a slow document without blocking, and parses the next one', async () => {
    const hasty = createFeedReader(1)
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    expect(await hasty.read(feed('Late '.repeat(200_000)))).toMatchObject({
      kind: 'invalid',
      reason: 'The document takes too much time or memory to parse.',
    })
    clearInterval(turning)
    await hasty.close()
    expect(turns).toBeGreaterThan(0)
    expect(await reader.read(feed('Next'))).toMatchObject({ kind: 'items', items: [{ title: 'Next' }] })
  })

  it('does not count the start of its thread as time of the document', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const starting = createFeedReader(1_000)
    onTestFinished(async () => {
      vi.useRealTimers()
      await starting.close()
    })
    const reading = starting.read(feed('First'))
    // Until the thread is created, which cannot be ready before the event loop turns.
    for (let turn = 0; turn < 10; turn += 1) await null
    vi.advanceTimersByTime(2_000)
    expect(await reading).toMatchObject({ kind: 'items', items: [{ title: 'First' }] })
  })

  it('limits the processor time of a document, not the time that it waits for a busy machine', async () => {
    // Without the time of the clock, only processor time can end the reading.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const limited = createFeedReader(300)
    onTestFinished(async () => {
      vi.useRealTimers()
      await limited.close()
    })
    const item = '<item><title>Late</title><description>&lt;p>Text&lt;/p></description></item>'
    const long = `<rss version="2.0"><channel><title>Paper</title>${item.repeat(100_000)}</channel></rss>`
    expect(await limited.read(document(long))).toMatchObject({
      kind: 'invalid',
      reason: 'The document takes too much time or memory to parse.',
    })
    await limited.read(feed('Starts the next thread'))
    const waiting = limited.read(feed('Short'))
    for (let turn = 0; turn < 10; turn += 1) await null
    vi.advanceTimersByTime(1_500)
    expect(await waiting).toMatchObject({ kind: 'items', items: [{ title: 'Short' }] })
  })

  it('extracts the text of an article from its page', async () => {
    expect(await reader.readArticle(page(articlePage(TITLE)))).toContain('part 8')
    expect(await reader.readArticle(page(articlePage('Consent', paragraphs('Your choice'))))).toBeNull()
  })

  it.each([
    ['100,000 nested elements', `${'<div>'.repeat(100_000)}text`],
    ['5 MB of elements', '<p>text'.repeat(700_000)],
    ['20,000 paragraphs', articlePage(TITLE, '<p>a, b, c, d, e, f, g, h, i</p>'.repeat(19_000))],
    ['20,000 levels of lists', articlePage(TITLE, `<ul><li>${'<ul><li>a'.repeat(100)}`.repeat(90))],
    ['5 MB of spaces', articlePage(TITLE, `<p>a${' '.repeat(5_000_000)}b</p>`)],
    ['4 MB of tags without names', articlePage(TITLE, '<'.repeat(4_000_000))],
    ['a million entities', articlePage(TITLE, '&lt;'.repeat(1_000_000))],
  ])('is done with a page of %s in time, and reads the next one', { timeout: 60_000 }, async (_, content) => {
    const startedAt = performance.now()
    await reader.readArticle(page(content))
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(await reader.read(feed('Next'))).toMatchObject({ kind: 'items', items: [{ title: 'Next' }] })
  })

  it('ends a thread that exceeds its memory, and reads the next document', async () => {
    const limited = createFeedReader(undefined, 48)
    onTestFinished(() => limited.close())
    expect(await limited.readArticle(page(articlePage(TITLE, '&lt;'.repeat(199_000))))).toBeNull()
    expect(await limited.read(feed('Next'))).toMatchObject({ kind: 'items', items: [{ title: 'Next' }] })
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
