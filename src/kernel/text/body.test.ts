import { describe, expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { formatBody } from './body.ts'

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
const paragraphs = (html: string) => [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, text = '']) => text)
const sentence = (length: number) => `A${'a'.repeat(length - 2)}.`

describe('formatBody', () => {
  it.each([
    '<p>One. Two. Three. Four.</p>',
    'One.<br>Two. Three. Four. Five.',
    '<DIV>One.\n\nTwo.</DIV>',
    '<p class="x">One.',
  ])('leaves HTML with p, div or br unchanged: %s', (html) => {
    expect(formatBody(html)).toBe(html)
  })

  it.each(['', '   ', '\n\n\r\n'])('is empty for %j', (text) => {
    expect(formatBody(text)).toBe('')
  })

  it.each([
    ['one blank line', 'One.\n\nTwo.', ['One.', 'Two.']],
    ['several blank lines', 'One.\n\n\n\nTwo.', ['One.', 'Two.']],
    ['blank lines with spaces', 'One.\n \t\nTwo.', ['One.', 'Two.']],
    ['Windows line endings', 'One.\r\n\r\nTwo.\r\n  \r\nThree.', ['One.', 'Two.', 'Three.']],
    ['one long block', 'A. B. C. D. E. F.\n\nG.', ['A. B. C. D. E. F.', 'G.']],
    ['inline tags', '<b>One.</b>\n\n<em>Two.</em>', ['<b>One.</b>', '<em>Two.</em>']],
  ])('splits on blank lines: %s', (_, text, expected) => {
    expect(paragraphs(formatBody(text))).toEqual(expected)
  })

  it.each([
    ['three sentences', 'One went. Two went. Three went.', ['One went. Two went. Three went.']],
    ['four', 'One went. Two went! Three went? Four.', ['One went. Two went! Three went?', 'Four.']],
    [
      'line breaks between them',
      'One went.\nTwo went.\r\nThree went.\nFour.',
      ['One went. Two went. Three went.', 'Four.'],
    ],
    ['decimals', 'It grew 3.5 per cent. Two. Three. Four.', ['It grew 3.5 per cent. Two. Three.', 'Four.']],
    [
      'abbreviations',
      'The U.S. economy. Dr. Who. J. Smith. Four.',
      ['The U.S. economy. Dr. Who. J. Smith.', 'Four.'],
    ],
    [
      'a lower-case letter after a full stop',
      'One e.g. this. Two. Three.  four. Five.',
      ['One e.g. this. Two. Three.  four.', 'Five.'],
    ],
    [
      'quotes',
      'He said “No.” Then (so.) Then "Two!" Four.',
      ['He said “No.” Then (so.) Then "Two!"', 'Four.'],
    ],
    [
      'tags behind the stop',
      '<b>One went.</b> Two. Three. <i>Four.</i>',
      ['<b>One went.</b> Two. Three.', '<i>Four.</i>'],
    ],
    ['no punctuation at all', 'no stop anywhere in this', ['no stop anywhere in this']],
    ['stops in front', '... and so on. Two. Three. Four.', ['... and so on. Two. Three.', 'Four.']],
    ['nothing but stops', '...', ['...']],
  ])('groups at most three sentences without blank lines: %s', (_, text, expected) => {
    expect(paragraphs(formatBody(text))).toEqual(expected)
  })

  it('ends a paragraph before it is longer than 400 characters', () => {
    const fits = `${sentence(200)} ${sentence(199)}`
    expect(paragraphs(formatBody(fits))).toEqual([fits])
    expect(paragraphs(formatBody(`${sentence(200)} ${sentence(200)}`))).toEqual([
      sentence(200),
      sentence(200),
    ])
  })

  it('does not split a very long sentence', () => {
    const giant = `${'Word '.repeat(20_000)}end.`
    expect(paragraphs(formatBody(`One. ${giant} Two.`))).toEqual(['One.', giant, 'Two.'])
  })

  it.each([
    [
      'a heading and a list',
      '<h2>Head</h2>\n\nText.\n\n<ul><li>One</li></ul>',
      '<h2>Head</h2>\n<p>Text.</p>\n<ul><li>One</li></ul>',
    ],
    ['a list over blank lines', '<ul>\n\n<li>One</li>\n\n</ul>', '<ul>\n\n<li>One</li>\n\n</ul>'],
    ['blank lines in preformatted text', '<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
    ['items without end tags', '<ul><li>One<li>Two</ul>Text.', '<ul><li>One<li>Two</ul>\n<p>Text.</p>'],
    [
      'sentences in a quotation',
      '<blockquote>A. B. C. D. E.</blockquote>',
      '<blockquote>A. B. C. D. E.</blockquote>',
    ],
  ])('adds no paragraph around or within other blocks: %s', (_, html, expected) => {
    expect(formatBody(html)).toBe(expected)
  })
})

it.each([
  ['after a heading', '<h2>Head</h2>Text.\n\nMore.', '<h2>Head</h2>\n<p>Text.</p>\n<p>More.</p>'],
  ['after a heading, without a blank line', '<h2>Head</h2>Text.', '<h2>Head</h2>\n<p>Text.</p>'],
  ['before a list', 'Text:\n<ul><li>One</li></ul>', '<p>Text:</p>\n<ul><li>One</li></ul>'],
  ['between lists', '<ol><li>A</ol>Text.<hr>B.', '<ol><li>A</ol>\n<p>Text.</p>\n<hr>\n<p>B.</p>'],
  ['after an end tag without a start tag', 'A.</ul>\n\nB.', '<p>A.</ul></p>\n<p>B.</p>'],
])('formatBody puts text beside block elements into paragraphs: %s', (_, html, expected) => {
  expect(formatBody(html)).toBe(expected)
})

it.each([
  [
    'beside a heading and a paragraph',
    '<h2>Head</h2>Loose <b>text</b>.<p>Para.</p> Tail.',
    '<h2>Head</h2>\n<p>Loose <b>text</b>.</p>\n<p>Para.</p>\n<p>Tail.</p>',
  ],
  ['on blank lines', '<p>One.</p>Two.\n\nThree.', '<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>'],
  ['with line breaks', '<h2>Head</h2>One.<br>Two.', '<h2>Head</h2>\n<p>One.<br>Two.</p>'],
  [
    'after a paragraph without an end tag',
    '<p>One.<h2>Two</h2>Three.',
    '<p>One.\n<h2>Two</h2>\n<p>Three.</p>',
  ],
  ['between divisions', '<DIV>One.</DIV>Two.<div>3</div>', '<DIV>One.</DIV>\n<p>Two.</p>\n<div>3</div>'],
])('formatBody puts loose text of HTML with p, div or br into paragraphs: %s', (_, html, expected) => {
  expect(formatBody(html)).toBe(expected)
  expect(formatBody(expected)).toBe(expected)
})

it.each([
  ['a link around paragraphs', '<a href="/x">One.<p>Two.</p></a>'],
  ['a section of an unknown kind', '<main>One.<p>Two.</p></main>'],
  ['an end tag without a start tag', 'One.</p><p>Two.</p>'],
  ['comments and images', '<p>One.</p><!-- ad --><img src="/x.jpg"><p>Two.</p>'],
  ['text in divisions', '<div>One.<p>Two.</p>Three.</div>'],
])('formatBody leaves HTML unchanged: %s', (_, html) => {
  expect(formatBody(html)).toBe(html)
})

it('formatBody takes linear time for nested and unbalanced elements', () => {
  const html = `${'<ul>'.repeat(100_000)}${'</ol>'.repeat(100_000)}${'</ul><h2>'.repeat(100_000)}${'<p>x</p>y'.repeat(100_000)}`
  expect(processorMs(() => formatBody(html))).toBeLessThan(2_000)
})

describe('formatBody with any text', () => {
  const pieces = [
    'Word',
    'U.S.',
    '3.5',
    'end.',
    'What?!',
    '…',
    '...',
    '“Yes.”',
    ')',
    '<b>',
    '</b>',
    '&amp;',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '  ',
    '\u00a0',
    'ü.',
    '终。',
    '😀!',
  ]
  /** A seeded generator makes failures reproducible. */
  function randomText(seed: number): string {
    let state = seed
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    return Array.from({ length: next(60) }, () => pieces[next(pieces.length)] + (next(3) ? ' ' : '')).join('')
  }

  it('neither loses nor adds words', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const text = randomText(seed)
      expect(words(formatBody(text)), JSON.stringify(text)).toEqual(words(text))
    }
  })
})
