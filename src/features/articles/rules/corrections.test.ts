import { expect, it } from 'vitest'
import { addCorrections } from './corrections.ts'

const at = '2026-11-22T10:00:00.000Z'

it('adds retractions above the text and other corrections below it', () => {
  const html = addCorrections('<p>Body</p>', [
    { kind: 'retraction', text: 'The story was wrong.', at },
    { kind: 'clarification', text: 'It was a Monday.', at },
  ])
  const [above, below] = html.split('<p>Body</p>')
  expect(above).toContain(
    `<strong>Retraction, <time datetime="${at}">22 November 2026 at 10:00</time>:</strong> <bdi>The story was wrong.</bdi>`,
  )
  expect(below).toContain('<strong>Clarification, ')
  expect(below).toContain('It was a Monday.')
})

it('escapes the text and keeps its line breaks', () => {
  const html = addCorrections('', [{ kind: 'correction', text: 'A < B & "C"\n<script>', at }])
  expect(html).toContain('A &lt; B &amp; &quot;C&quot;<br>&lt;script&gt;')
})

it('follows the direction of the newspaper, also in an article of another', () => {
  const html = addCorrections('', [{ kind: 'correction', text: 'صوّت 312 نائباً.', at }])
  expect(html).toMatch(/^<section [^>]*dir="ltr"/)
  expect(html).toContain('<bdi>صوّت 312 نائباً.</bdi>')
})

it('returns an article without corrections unchanged', () => {
  expect(addCorrections('<p>Body</p>', [])).toBe('<p>Body</p>')
})
