import { describe, expect, it } from 'vitest'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { related, relatedContent } from './related.ts'

const ID = '00000000-0000-4000-8000-00000000000a'
const stored = (article: string, headline: string) =>
  `<aside class="related" data-article="${article}"><p>Related: <a href="/article/${article}">${headline}</a></p></aside>`
const bodyOf = (html: string) => documentOf(html).child(2)

describe('related', () => {
  it('is stored as a link, and read again', () => {
    const body = bodyOf(stored(ID, 'Tea &amp; milk'))
    expect(body.firstChild?.toJSON()).toEqual(relatedContent({ id: ID, title: 'Tea & milk' }))
    expect(bodyHtml(body)).toBe(stored(ID, 'Tea &amp; milk'))
  })

  it('keeps words that somebody adds to its HTML', () => {
    const html = stored(ID, 'Tea').replace('</p>', ' at four</p>')
    expect(bodyHtml(bodyOf(html))).toBe(`<p>Related: <a href="/article/${ID}">Tea</a> at four</p>`)
  })

  it.each([
    ['no id', ''],
    ['another id', 'javascript:alert(1)'],
    ['an id with more', `${ID}/../../admin`],
  ])('is a paragraph with %s', (_, article) => {
    const body = bodyOf(stored(article, 'Tea'))
    expect(body.children.map(({ type }) => type.name)).not.toContain('related')
    expect(body.textContent).toContain('Tea')
  })

  it.each(HOSTILE_HTML)('escapes the headline %s', (title) => {
    const node = DRAFT_SCHEMA.nodeFromJSON(relatedContent({ id: ID, title }))
    const html = bodyHtml(DRAFT_SCHEMA.node('body', null, [node]))
    expect(html.match(/<[^>]*>/g)).toEqual([
      `<aside class="related" data-article="${ID}">`,
      '<p>',
      `<a href="/article/${ID}">`,
      '</a>',
      '</p>',
      '</aside>',
    ])
  })

  it('shortens long headlines, and refuses what is not an id', () => {
    const { attrs } = relatedContent({ id: ID, title: 'Tea '.repeat(200) })
    expect(attrs.headline.length).toBeLessThanOrEqual(300)
    const check = (article: string) => () =>
      DRAFT_SCHEMA.nodeFromJSON({ type: 'related', attrs: { article, headline: 'Tea' } }).check()
    expect(check(ID)).not.toThrow()
    expect(check('../admin')).toThrow('Invalid attribute')
    expect(related.plainText?.(attrs)).toMatch(/^Related: Tea .*…\n\/article\//)
  })
})
