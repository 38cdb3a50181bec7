import { describe, expect, it } from 'vitest'
import { type HtmlVisitor, walkHtml } from './walk-html.ts'

function eventsOf(html: string): string[] {
  const events: string[] = []
  const visitor: HtmlVisitor = {
    open: (name, attributes, { start, end }) =>
      events.push(`open ${name} ${JSON.stringify(attributes)} ${html.slice(start, end)}`),
    close: (name, { start, end }, implied) =>
      events.push(`close ${name} ${implied ? 'implied' : html.slice(start, end)}`),
    attribute: (name, value, { start, end }) =>
      events.push(`attribute ${name}=${value} ${html.slice(start, end)}`),
    text: (text) => events.push(`text ${text}`),
  }
  walkHtml(html, visitor)
  return events
}

describe('walkHtml', () => {
  it('reports tags, attributes and text with their positions in the source', () => {
    expect(eventsOf(`<p>Hi<a HREF='/x?a&amp;b'>you</a></p>`)).toEqual([
      'open p {} <p>',
      'text Hi',
      `attribute href=/x?a&b HREF='/x?a&amp;b'`,
      `open a {"href":"/x?a&b"} <a HREF='/x?a&amp;b'>`,
      'text you',
      'close a </a>',
      'close p </p>',
    ])
  })

  it('closes unclosed elements', () => {
    expect(eventsOf('<p>One<p>Two')).toEqual([
      'open p {} <p>',
      'text One',
      'close p implied',
      'open p {} <p>',
      'text Two',
      'close p implied',
    ])
  })

  it('returns the position of the end', () => {
    expect(walkHtml('<b>all</b> of it', {})).toBe(16)
  })

  it('stops after a number of parts', () => {
    const seen: string[] = []
    const end = walkHtml('<p>One</p><p>Two &amp; three</p>', { text: (text) => seen.push(text) }, 6)
    // Three parts each: the start tag, a text, and the end tag or a character reference.
    expect([seen.join('').slice(0, 7), end]).toEqual(['OneTwo ', 22])
  })

  it('stops at the maximum nesting depth', () => {
    const seen: string[] = []
    const html = `${'<div>'.repeat(256)}deep${'<div id="x">'.repeat(10_000)}hidden`
    const end = walkHtml(html, { text: (text) => seen.push(text), attribute: (name) => seen.push(name) })
    expect(seen).toEqual(['deep'])
    expect(end).toBe(256 * 5 + 4)
  })
})
