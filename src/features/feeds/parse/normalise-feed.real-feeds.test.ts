import { describe, expect, it } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { missingFeeds, REAL_FEEDS, readRealFeed } from '#platform/testing/real-feeds.ts'
import { fingerprintItem } from '../ingest/hash-item.server.ts'
import { decodeDocument } from './decode-document.ts'
import { type NormalisedFeed, normaliseFeed } from './normalise-feed.ts'
import { parseFeed } from './parse-feed.ts'

const FILES = [
  'bbc-news.rss',
  'craigslist.rss',
  'guardian.rss',
  'heise.atom',
  'instant-article.rss',
  'uolNoticias.rss',
]
const MISSING = missingFeeds(FILES)

const NOW = new Date('2026-11-21T12:00:00Z')

function read(file: string, now = NOW): NormalisedFeed {
  const feedUrl = `https://feeds.example/${file}`
  const outcome = parseFeed(decodeDocument(readRealFeed(file), null), feedUrl)
  if (outcome.kind === 'invalid') throw new Error(`${file}: ${outcome.reason}`)
  return normaliseFeed(outcome.feed, { feedUrl, now })
}

if (MISSING.length > 0) {
  it.skip(`real feeds are read: not in ${REAL_FEEDS}: ${MISSING.join(', ')} (set MASTHEAD_REAL_FEEDS)`, () => {})
} else {
  describe.each(FILES)('every item of %s', (file) => {
    const { items } = read(file)

    it('has a plain title and summary without tags, entities and "read more" links', () => {
      for (const item of items) {
        const summary = htmlToText(item.summary)
        expect(item.title).toMatch(/^\S.{0,298}\S$/u)
        expect(summary.length).toBeLessThanOrEqual(300)
        for (const text of [item.title, summary]) {
          expect(text).not.toMatch(/<\/?[a-z]|&#?\w+;|\s{2}|Continue reading|Related:|Leia mais/i)
          expect(text).not.toMatch(/\uFFFD|[ÃÂ][\u0080-\u00BF]/)
        }
      }
    })

    it('has http or https URLs, a source and no address as its author', () => {
      for (const item of items) {
        expect(item.sourceUrl).toMatch(/^https?:\/\//)
        expect(item.imageUrl ?? 'https://').toMatch(/^https?:\/\//)
        expect(item.author).toMatch(/^[^@<>]*$/)
        expect(item.sourceName).not.toBe('')
        expect(item.datedBySource).toBe(true)
        expect(item.content).not.toMatch(/\s(?:src|href)=["']?\//)
      }
    })

    it('has unique keys, and the same keys and fingerprint on every parse', () => {
      const again = read(file, new Date('2027-01-01T00:00:00Z')).items
      expect(again.map(({ keys }) => keys)).toEqual(items.map(({ keys }) => keys))
      expect(again.map(fingerprintItem)).toEqual(items.map(fingerprintItem))
      const keys = items.flatMap((item) => item.keys)
      expect(new Set(keys).size).toBe(keys.length)
      expect(items.every((item) => item.keys.length > 0)).toBe(true)
    })
  })

  describe('parsing real feeds', () => {
    it('parses BBC News, with duplicate stories under different guids', () => {
      const feed = read('bbc-news.rss')
      expect(feed).toMatchObject({ title: 'BBC News', siteUrl: 'https://www.bbc.co.uk/news', ttlMinutes: 15 })
      expect(feed.items).toHaveLength(50)
      expect(feed.items[0]).toEqual({
        itemId: 'link:bbc.com/news/articles/cz074vyvjzvo',
        keys: ['link:bbc.com/news/articles/cz074vyvjzvo'],
        title: 'Suspended Labour councillor arrested over counter-protest remarks',
        summary: 'Labour says the behaviour is "completely unacceptable and it will not be tolerated".',
        content: 'Labour says the behaviour is "completely unacceptable and it will not be tolerated".',
        isSummary: true,
        author: '',
        guid: 'https://www.bbc.com/news/articles/cz074vyvjzvo#0',
        topics: [],
        language: 'en-GB',
        imageUrl:
          'https://ichef.bbci.co.uk/news/240/cpsprodpb/51fa/live/42b324f0-5586-11ef-a885-7fc9068b8f06.jpg',
        sourceUrl: 'https://www.bbc.com/news/articles/cz074vyvjzvo',
        sourceName: 'BBC News',
        publishedAt: new Date('2024-08-08T15:39:03Z'),
        datedBySource: true,
        statedDate: new Date('2024-08-08T15:39:03Z'),
        imageAlt: null,
        updatedAt: null,
      })
      expect(feed.items.every((item) => item.imageUrl?.startsWith('https://ichef.bbci.co.uk/'))).toBe(true)
    })

    it('parses craigslist in RDF, with markup in titles and images as enclosures', () => {
      const feed = read('craigslist.rss')
      expect(feed).toMatchObject({ siteUrl: 'https://sfbay.craigslist.org/search/apa', ttlMinutes: 10 })
      expect(feed.items).toHaveLength(25)
      expect(feed.items[0]).toMatchObject({
        keys: ['link:sfbay.craigslist.org/eby/apa/6186664607.html'],
        title: 'Bright, Spacious Beautiful Victorian (oakland north / temescal) $4300 3bd 1930ft²',
        author: '',
        imageUrl: 'https://images.craigslist.org/00l0l_fbVZikCjEKO_300x300.jpg',
        publishedAt: new Date('2017-06-21T17:33:10Z'),
      })
      expect(feed.items[0]?.summary).toMatch(/^Updated 3\+ Bedroom.* Radiant floor heating throughou…$/)
      expect(feed.items.filter((item) => item.imageUrl === null)).toHaveLength(1)
    })

    it('parses the Guardian, with larger images and many authors', () => {
      const feed = read('guardian.rss')
      expect(feed).toMatchObject({
        title: 'The Guardian',
        siteUrl: 'https://www.theguardian.com/us',
        ttlMinutes: null,
      })
      expect(feed.items).toHaveLength(55)
      expect(feed.items[0]).toMatchObject({
        title: 'Trump State of the Union address promised unity but emphasized discord',
        author: 'David Smith in Washington',
        sourceName: 'The Guardian',
        sourceUrl:
          'https://www.theguardian.com/us-news/2018/jan/31/donald-trump-state-of-the-union-address-unity-discord',
        publishedAt: new Date('2018-01-31T07:26:05Z'),
      })
      expect(feed.items[0]?.summary).toMatch(
        /^The president’s ‘new American moment’ speech .* thinly disguised contempt\. Donald Trump has promised/,
      )
      expect(feed.items.every((item) => item.imageUrl?.includes('?w=460&'))).toBe(true)
      expect(
        feed.items.find(
          (item) => item.title.startsWith('‘This is over') || item.title.startsWith("'This is over"),
        )?.author,
      ).toBe('Sam Jones in Madrid and Stephen Burgen in Barcelona')
    })

    it('parses heise in Atom, without duplicate lead images', () => {
      const feed = read('heise.atom')
      expect(feed).toMatchObject({
        title: 'heise developer neueste Meldungen',
        siteUrl: 'http://www.heise.de/developer/',
      })
      expect(feed.items).toHaveLength(15)
      expect(feed.items[0]).toMatchObject({
        keys: [
          'link:heise.de/-3088438',
          'link:heise.de/developer/meldung/Java-Anwendungsserver-Red-Hat-gibt-WildFly-10-frei-3088438.html',
        ],
        title: 'Java-Anwendungsserver: Red Hat gibt WildFly 10 frei',
        author: 'heise online',
        sourceName: 'heise developer',
        imageUrl:
          'http://www.heise.de/scale/geometry/264/q80/imgs/18/1/7/3/9/9/2/1/wildfly-2bf4ffd2935e38b6-90200def80b152e9-5ba35d3770232d92.jpeg',
        publishedAt: new Date('2016-02-01T16:22:00Z'),
        updatedAt: new Date('2016-02-01T16:54:50Z'),
      })
      expect(feed.items[0]?.summary).toMatch(
        /^Die nun verfügbare Version 10 des Enterprise-Java-Servers .* größere Release/,
      )
      expect(feed.items.every((item) => !item.content.includes('<img'))).toBe(true)
      expect(feed.items.every((item) => item.content.startsWith('<p>'))).toBe(true)
    })

    it('parses a test article with the link and guid of its site', () => {
      const feed = read('instant-article.rss')
      expect(feed.items).toEqual([
        {
          itemId: null,
          keys: ['text:localhost:8000:my first instant article wed, 04 may 2016 06:53:45 gmt'],
          title: 'My first Instant Article',
          summary: 'Lorem ipsum',
          content: '<b>Lorem</b> ipsum',
          isSummary: true,
          author: 'tobi',
          guid: 'https://localhost:8000',
          topics: [],
          language: 'en',
          imageUrl: null,
          sourceUrl: 'https://localhost:8000/',
          sourceName: 'Instant Article Test',
          publishedAt: new Date('2016-05-04T06:53:45Z'),
          datedBySource: true,
          statedDate: new Date('2016-05-04T06:53:45Z'),
          imageAlt: null,
          updatedAt: null,
        },
      ])
    })

    it('parses UOL in undeclared Latin-1, with dates in Portuguese and a duplicate story', () => {
      const feed = read('uolNoticias.rss')
      expect(feed).toMatchObject({ title: 'UOL Noticias', siteUrl: 'http://noticias.uol.com.br/' })
      expect(feed.items).toHaveLength(14)
      expect(feed.items[0]).toMatchObject({
        title: 'Ibope: Bolsonaro perde de Haddad, Ciro e Alckmin em simulações de 2º turno',
        author: '',
        imageUrl:
          'https://conteudo.imguol.com.br/c/noticias/5f/2018/09/17/presidenciaveis-1537211917356_142x100.jpg',
        publishedAt: new Date('2018-09-24T22:42:40Z'),
      })
      expect(feed.items[0]?.content).toMatch(/^Líder na pesquisa Ibope de intenção de voto/)
      expect(feed.items[1]).toMatchObject({ summary: '', content: '', imageUrl: null })
      expect(feed.items.filter((item) => item.title.startsWith('Match Eleitoral'))).toMatchObject([
        { summary: expect.stringMatching(/^Já são mais de 500 mil .* além de senadores por São Paulo\.$/) },
      ])
    })
  })
}
