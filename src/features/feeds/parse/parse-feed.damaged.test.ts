import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { decodeDocument } from './decode-document.ts'
import { toPlainLine } from './feed-text.ts'
import { parseFeed } from './parse-feed.ts'
import { repairXml } from './xml-document.ts'

function read(text: string) {
  const outcome = parseFeed(text, 'https://paper.example/feed')
  if (outcome.kind === 'invalid') throw new Error(outcome.reason)
  return { error: outcome.error, items: outcome.feed.items }
}

const rss = (items: string) => `<rss version="2.0"><channel><title>Paper</title>${items}</channel></rss>`

const LINK = '<link>https://paper.example/1</link>'
const SECOND = '<item><title>Second</title><link>https://paper.example/2</link></item>'

describe('a feed that is not well-formed', () => {
  it.each([
    '<!-- a -- b -->',
    '<!-- a --!>',
    '<!-- a --->',
    '<!---- a -->',
    '<!-- a --\n>',
    '<!-->',
    '<!--->',
    '<!- a ->',
    '<! a >',
    '<!-- a > b',
    '<!-- <title>Former</title> -->',
  ])('has the title after the comment %s', (comment) => {
    const { items } = read(rss(`<item>${comment}<title>First</title>${LINK}</item>${SECOND}`))
    expect(items.map(({ title }) => title?.value)).toEqual(['First', 'Second'])
    const entry = `<entry>${comment}<title type="html">First</title><id>urn:1</id></entry>`
    const atom = read(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`)
    expect(atom.items.map(({ title }) => title?.value)).toEqual(['First'])
  })

  it.each([
    ['a less-than sign in a title', `<item><title>1 < 2</title>${LINK}</item>`, '1 < 2'],
    ['a less-than sign before a letter', `<item><title>a <b and c</title>${LINK}</item>`, 'a <b and c'],
    ['a wrong end tag of a title', `<item><title>First</titel>${LINK}</item>`, 'First'],
    ['half an end tag', `<item><title>First</title\n${LINK}</item>`, 'First'],
    ['no end tag of a title', `<item><title>First${LINK}</item>`, 'First'],
    ['no end tag of an item', `<item><title>First</title>${LINK}`, 'First'],
    ['a description without end', `<item>${LINK}<title>First</title><description>Text</item>`, 'First'],
    [
      'CDATA without end',
      `${SECOND}<item><title>T</title>${LINK}<description><![CDATA[Text</description></item>`,
      'Second',
    ],
    ['an attribute without quotation marks', `<item x=1><title>First</title>${LINK}</item>`, 'First'],
    ['an attribute without end', `<item><title lang="en>First</title>${LINK}</item>`, 'First'],
    ['markup in an attribute', `<item><title alt="<b>x</b>">First</title>${LINK}</item>`, 'First'],
    ['a line of HTML without end', `<item><hr><title>First</title>${LINK}</item>`, 'First'],
    ['an enclosure without end', `<item><enclosure url="/a.mp3"><title>First</title>${LINK}</item>`, 'First'],
    [
      'a thumbnail without end',
      `<item><media:thumbnail url="/a.jpg"><title>First</title>${LINK}</item>`,
      'First',
    ],
    ['an author without end', `<item><author>Ada<title>First</title>${LINK}</item>`, 'First'],
    ['a creator without end', `<item><dc:creator>Ada<title>First</title>${LINK}</item>`, 'First'],
    [
      'a wrong end tag of a description',
      `<item><title>First</title><description>Text</desc>${LINK}</item>`,
      'First',
    ],
    [
      'many paragraphs without end',
      `<item><title>First</title>${LINK}<description>${'<p>A'.repeat(300)}</description></item>`,
      'First',
    ],
    [
      'many images without end',
      `<item><title>First</title>${LINK}<description>${'<img src="/a.jpg">'.repeat(300)}</description></item>`,
      'First',
    ],
    ['a credit without end', `<item><media:credit>Ada<title>First</title>${LINK}</item>`, 'First'],
    [
      'a text without end before an extension',
      `<item><title>First</title>${LINK}<content:encoded>Text<media:title>Image</media:title></item>`,
      'First',
    ],
    ['CDATA in lower case', `<item><title><![cdata[First]]></title>${LINK}</item>`, 'First'],
    ['an undeclared prefix', `<item><title>First</title>${LINK}<dc:creator>Ada</dc:creator></item>`, 'First'],
    ['an undeclared entity', `<item><title>Caf&eacute;</title>${LINK}</item>`, 'Café'],
    ['an ampersand', `<item><title>A & B</title>${LINK}</item>`, 'A & B'],
    ['a control character', `<item><title>First\u0008</title>${LINK}</item>`, 'First'],
  ])('is read with %s', (_, first, title) => {
    const { error, items } = read(rss(first.includes('CDATA') ? first : first + SECOND))
    expect(error).toMatch(/^line \d+: \S/)
    expect(items).toHaveLength(2)
    expect(toPlainLine(items[0]?.title ?? null)).toBe(title)
    expect(items.map(({ link }) => link).toSorted()).toEqual([
      'https://paper.example/1',
      'https://paper.example/2',
    ])
  })

  it('keeps the whole attributes of a tag with a broken one', () => {
    const media = '<enclosure url="https://paper.example/a.jpg?w=1" type=image/jpeg" length="1"/>'
    const { items } = read(rss(`<item><title>First</title>${media}</item>${SECOND}`))
    expect(items.map((item) => item.media.map(({ url }) => url))).toEqual([
      ['https://paper.example/a.jpg?w=1'],
      [],
    ])
  })

  it.each(['<link>https://paper.example/</ink>', '<title>Paper', '<language>en', '<description>Text'])(
    'has its first item after %s',
    (element) => {
      const { items } = read(
        `<rss><channel>${element}<item><title>First</title>${LINK}</item>${SECOND}</channel></rss>`,
      )
      expect(items.map(({ title, link }) => [title?.value, link])).toEqual([
        ['First', 'https://paper.example/1'],
        ['Second', 'https://paper.example/2'],
      ])
    },
  )

  it('has its title after a link without end', () => {
    const text = '<rss><channel><atom:link rel="self" href="/feed"><title>Paper</title></channel></rss>'
    expect(parseFeed(text, 'https://paper.example/feed')).toMatchObject({
      feed: { title: { value: 'Paper' } },
    })
  })

  it('is read with a second document after it', () => {
    const first = rss(`<item><title>First</title>${LINK}</item>`)
    expect(read(first + rss(SECOND)).items).toHaveLength(2)
    expect(read(`${first}<script>x</script><html><title>Page</title></html>`).items).toHaveLength(1)
  })

  it.each([
    '<a b="',
    "<a b='",
    '<a b="" ',
    '<a b=" c="',
    `<a b="' c='" `,
    '<a "',
    '<a b="x" ',
    `<a b="<a c='" d='`,
  ])('is read in a time proportional to its length, with many %s', (part) => {
    expect(processorMs(() => repairXml(part.repeat(100_000)))).toBeLessThan(1_000)
  })

  it('is read in a time proportional to its length, with many items without an end tag', () => {
    const text = rss('<item><title>First</title>'.repeat(10_000))
    const times = [0, 1].map(() => processorMs(() => expect(read(text).items).toHaveLength(500)))
    expect(Math.min(...times)).toBeLessThan(2_000)
    expect(read(text).error).toBe('line 1: too deeply nested elements')
  })

  it.each(['item', 'entry'])('is read if it has elements "%s" only', (name) => {
    const { error, items } = read(
      `<${name}><title>First</title></${name}>\n<${name}><title>Second</title></${name}>`,
    )
    expect(items.map(({ title }) => title?.value)).toEqual(['First', 'Second'])
    expect(error).toMatch(/^line 2: /)
  })

  it('is read with a declaration without its last question mark', () => {
    expect(read(`<?xml version="1.0" encoding="UTF-8">${rss(SECOND)}`).items).toHaveLength(1)
  })

  it('is read with a warning of PHP after its declaration', () => {
    const atom = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>First</title></entry></feed>'
    expect(read(`<?xml version="1.0"?><br />\n<b>Warning</b>: x<br />\n${atom}`).items).toHaveLength(1)
  })

  it('is rejected with too many elements without an end tag, in little time', () => {
    const text = rss('<title>'.repeat(100_000))
    const times = [0, 1].map(() =>
      processorMs(() =>
        expect(parseFeed(text, 'https://paper.example/feed')).toEqual({
          kind: 'invalid',
          reason: 'Too many elements of the document have no end tag.',
        }),
      ),
    )
    expect(Math.min(...times)).toBeLessThan(3_000)
  })

  it('is read after a warning of PHP', () => {
    const warning = '<br />\n<b>Warning</b>: Undefined variable in <b>/feed.php</b> on line <b>3</b><br />\n'
    const code = '<description>{"version": 1}</description>'
    const { error, items } = read(`${warning}<?xml version="1.0"?>${rss(code + SECOND)}`)
    expect(error).not.toBeNull()
    expect(items).toHaveLength(1)
  })

  it.each([
    '<br />\n<b>Warning</b>: Undefined variable $x in <b>/feed.php</b> on line <b>3</b><br />\n',
    'PHP Notice:  Undefined index {x} in /feed.php on line 3\n',
    ")]}',\n",
    'for(;;);',
  ])('is read as JSON after %j', (before) => {
    const json = '{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "First"}]}'
    const { error, items } = read(before + json)
    expect(error).toBe('line 1: text before the document')
    expect(items.map(({ title }) => title?.value)).toEqual(['First'])
  })
})

it('finds no error in a well-formed feed, even with entities of its document type', () => {
  const entity = '<item><title>Caf&eacute;</title></item>'
  expect(read(`<?xml version="1.0"?>\n<!DOCTYPE rss SYSTEM "rss.dtd">${rss(entity)}`).error).toBeNull()
})

const FIXTURES = [
  'atom-0.3.xml',
  'atom-1.0.xml',
  'rss-0.91.xml',
  'rss-1.0.rdf',
  'rss-2.0.xml',
  'right-to-left.xml',
]
const ITEM_END = /<\/(?:item|entry)>/g
const ITEM_START = /<(?:item|entry)\b[^>]*>/g

describe.each(FIXTURES)('%s', (file) => {
  const text = decodeDocument(readFileSync(new URL(`fixtures/${file}`, import.meta.url)), null)
  const whole = read(text).items
  const ends = [...text.matchAll(ITEM_END)].map((match) => match.index + match[0].length)
  const starts = [...text.matchAll(ITEM_START)].map((match) => match.index + match[0].length)

  it('is not changed by the repair', () => expect(repairXml(text)).toBe(text))

  it('has its complete items, unchanged, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.nat(text.length), (length) => {
        const outcome = parseFeed(text.slice(0, length), 'https://paper.example/feed')
        const complete = ends.filter((end) => end <= length).length
        const items = outcome.kind === 'feed' ? outcome.feed.items : []
        expect(items.map(({ title, link, contentHtml }) => ({ title, link, contentHtml }))).toEqual(
          whole.slice(0, complete).map(({ title, link, contentHtml }) => ({ title, link, contentHtml })),
        )
        if (outcome.kind === 'feed' && length < text.trimEnd().length) expect(outcome.error).not.toBeNull()
      }),
      { numRuns: 20, examples: [...starts, ...ends].map((end): [number] => [end]) },
    )
  })

  it('never fails to be read, whatever is inserted', () => {
    const noise = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      '</',
      '</item>',
      '<item>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<title>',
      '\0',
    )
    fc.assert(
      fc.property(fc.nat(text.length), noise, (at, inserted) => {
        expect(() =>
          parseFeed(text.slice(0, at) + inserted + text.slice(at), 'https://paper.example/'),
        ).not.toThrow()
      }),
      { numRuns: 20 },
    )
  })
})

describe('a JSON Feed', () => {
  const items = Array.from({ length: 5 }, (_, n) => ({
    id: `${n}`,
    title: `Braces } ] and "quotes" \\ {[ ${n}`,
    url: `https://paper.example/${n}`,
    authors: [{ name: 'Ada' }],
    attachments: [{ url: 'https://paper.example/a.mp3', mime_type: 'audio/mpeg' }],
  }))
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Paper',
    authors: [{ name: 'Ada' }],
    items,
    hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
    language: 'en',
  }

  it.each([
    ['in one line', JSON.stringify(feed)],
    ['in many lines', JSON.stringify(feed, null, 2)],
  ])('%s has its complete items, wherever it is cut', (_, text) => {
    const whole = read(text).items
    const ends = items.map((__, n) => endOfItem(text, n))
    for (let length = 1; length < text.length; length += 1) {
      const outcome = parseFeed(text.slice(0, length), 'https://paper.example/feed')
      const complete = ends.filter((end) => end <= length).length
      expect(outcome.kind === 'feed' ? outcome.feed.items : []).toEqual(whole.slice(0, complete))
      if (complete > 0)
        expect(outcome).toMatchObject({ error: expect.stringMatching(/^line \d+: unexpected end$/) })
    }
    expect(parseFeed(text, 'https://paper.example/feed')).toMatchObject({ error: null })
  })

  it.each(['{', '{"items":[', '{"items":[{', '{}}', '{"items":[{}]]'])('is invalid if it is %j', (text) => {
    expect(parseFeed(text, 'https://paper.example/feed').kind).toBe('invalid')
  })

  it('is read in a time proportional to its length, cut within a string or a list', () => {
    for (const part of ['\\"', '[', '{"a":"', '\\']) {
      const text = `{"version":"https://jsonfeed.org/version/1.1","items":["${part.repeat(300_000)}`
      expect(processorMs(() => parseFeed(text, 'https://x.example/'))).toBeLessThan(1_000)
    }
  })
})

/** The offset after the closing brace of an item. */
function endOfItem(text: string, n: number): number {
  const start = text.indexOf('"audio/mpeg"', text.indexOf(`https://paper.example/${n}"`))
  const end = /\}\s*\]\s*\}/.exec(text.slice(start))
  if (!end) throw new Error('The item has no end')
  return start + end.index + end[0].length
}
