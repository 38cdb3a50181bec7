import { expect, it } from 'vitest'
import { markKeyFacts, writeKeyFactsLink, writeMostReadList, writeOriginalSource } from './article-aside.ts'

const headlines = (...titles: string[]) =>
  titles.map((title) => ({ id: `id-${title}`, path: '/article/id/a-slug', title }))
const titlesOf = (html: string) =>
  [...html.matchAll(/<a dir="ltr" [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title)

it('lists five articles of the last hour without the one beside it', () => {
  const html = writeMostReadList(
    { hour: headlines('A', 'B', 'C', 'D', 'E', 'F'), day: headlines('X') },
    'id-B',
  )
  expect(titlesOf(html)).toEqual(['A', 'C', 'D', 'E', 'F'])
  expect(html).toContain('in the last hour')
  expect(html).toContain('href="/article/id/a-slug"')
})

it('lists those of the last day after a quiet hour', () => {
  const html = writeMostReadList(
    { hour: headlines('A', 'B', 'C', 'D'), day: headlines('X', 'Y', 'Z') },
    'id-Q',
  )
  expect(titlesOf(html)).toEqual(['X', 'Y', 'Z'])
  expect(html).toContain('in the last 24 hours')
})

it('is empty if fewer than three were read', () => {
  expect(writeMostReadList({ hour: headlines('A'), day: headlines('A', 'B', 'C') }, 'id-C')).toBe('')
})

it('escapes titles, names and addresses', () => {
  const html = writeMostReadList({ hour: [], day: headlines('<script>alert(1)</script>', '"', '&') }, '')
  expect(titlesOf(html)).toEqual(['&lt;script&gt;alert(1)&lt;/script&gt;', '&quot;', '&amp;'])
  const source = writeOriginalSource({ url: 'https://a.example/?a=1&b="', name: '<b>A</b>' })
  expect(source).toContain('href="https://a.example/?a=1&amp;b=&quot;"')
  expect(source).toContain('&lt;b&gt;A&lt;/b&gt;')
})

const BOX = '<p>Tea</p><aside class="fact-box"><h2>Facts</h2></aside>'

it('links the first fact box', () => {
  expect(writeKeyFactsLink(BOX)).toContain('href="#key-facts"')
  expect(markKeyFacts(BOX + BOX).match(/ id="key-facts"/g)).toHaveLength(1)
})

it('has no link without a fact box, or without a column beside the text', () => {
  expect(writeKeyFactsLink('<p>Tea</p>')).toBe('')
  expect(writeKeyFactsLink(`${BOX}<figure class="wide"></figure>`)).toBe('')
})
