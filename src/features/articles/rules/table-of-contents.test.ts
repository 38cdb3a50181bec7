import { expect, it } from 'vitest'
import { addTableOfContents } from './table-of-contents.ts'

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const parts = (...titles: string[]) => titles.map((title) => `<h2>${title}</h2>${words(450)}`).join('')

it('lists the second-level headings of a long text, and marks them as targets', () => {
  const html = addTableOfContents(words(10) + parts('The vote', 'The <em>count</em>', 'What   now?'))
  expect(html.match(/<li>.*?<\/li>/g)).toEqual([
    '<li><a href="#part-1">The vote</a></li>',
    '<li><a href="#part-2">The count</a></li>',
    '<li><a href="#part-3">What now?</a></li>',
  ])
  expect(html).toContain('<h2 id="part-2">The <em>count</em></h2>')
  expect(html.slice(html.indexOf('</nav>') + 6).replaceAll(/ id="part-\d"/g, '')).toBe(
    words(10) + parts('The vote', 'The <em>count</em>', 'What   now?'),
  )
})

it('escapes the text of headings', () => {
  const html = addTableOfContents(
    parts('A &lt;b&gt; &amp; “c”', '&lt;script&gt;alert(1)&lt;/script&gt;', 'C'),
  )
  expect(html).toContain('<a href="#part-1">A &lt;b&gt; &amp; “c”</a>')
  expect(html).not.toContain('<script>')
})

it('keeps the attributes of headings', () => {
  expect(addTableOfContents(`<h2 class="x">A</h2>${parts('B', 'C')}${words(450)}`)).toContain(
    '<h2 id="part-1" class="x">A</h2>',
  )
})

it.each([
  ['shorter than 1,200 words', `<h2>A</h2><h2>B</h2><h2>C</h2>${words(1_196)}`],
  ['with two headings', parts('A', 'B') + words(1_000)],
  ['with empty headings', `${parts('A', 'B', ' ')}`],
  ['with other headings', parts('A', 'B').replaceAll('h2', 'h3') + parts('C', 'D')],
  [
    'with headings in fact boxes and tables',
    `<aside><h2>A</h2></aside><table><tr><td><h2>B</h2></table>${parts('C', 'D', '')}`,
  ],
  [
    'with more headings than a list helps with',
    parts(...Array.from({ length: 31 }, (_, index) => `Part ${index}`)),
  ],
])('leaves a text %s unchanged', (_, html) => {
  expect(addTableOfContents(html)).toBe(html)
})
