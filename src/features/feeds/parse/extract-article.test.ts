import { describe, expect, it } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { articlePage, paragraphs } from '../testing/article-page.ts'
import { extractArticle } from './extract-article.ts'

const TITLE = 'The harbour bridge closes for repairs'
const ITEM = { title: TITLE, content: 'The bridge closes.' }
const URL = 'https://courier.example/2026/bridge'
const extract = (html: string, item = ITEM) => extractArticle(html, URL, item)

describe('extractArticle', () => {
  it('extracts the text without the parts around it', () => {
    const text = htmlToText(extract(articlePage(TITLE)) ?? '')
    expect(text).toBe(htmlToText(paragraphs(TITLE)))
  })

  it.each([
    ['the page', '', 'https://courier.example/2026/map'],
    ['its base', '<base href="https://cdn.courier.example/a/">', 'https://cdn.courier.example/a/map'],
  ])('resolves links by the address of %s', (_, base, address) => {
    const page = articlePage(
      TITLE,
      `${paragraphs(TITLE)}<p>See <a href="map">the map of the closure</a>.</p>`,
    )
    expect(extract(page.replace('<head>', `<head>${base}`))).toContain(`href="${address}"`)
  })

  it('removes credentials from addresses', () => {
    const link = '<a href="https://ada:secret@paper.example/map">https://ada:secret@paper.example/map</a>'
    const content = extract(articlePage(TITLE, `${paragraphs(TITLE)}<p>See the map at ${link}.</p>`))
    expect(content).toContain('>https://paper.example/map</a>')
    expect(content).not.toContain('secret')
  })

  it.each([
    ['html, head and body', (page: string) => page.replace(/<\/?(?:html|head|body)[^>]*>/g, '')],
    ['body', (page: string) => page.replace(/<\/?body[^>]*>/g, '')],
    ['the end', (page: string) => page.slice(0, page.indexOf('</article>'))],
    ['nothing', (page: string) => page.replace('<body', '<noscript><img src="/pixel"></noscript><body')],
  ])('reads pages without %s', (_, change) => {
    expect(htmlToText(extract(change(articlePage(TITLE))) ?? '')).toBe(htmlToText(paragraphs(TITLE)))
  })

  it.each([
    ['<body>', '</body>'],
    ['', ''],
  ])('leaves out the head of a page with its text directly after it and "%s"', (start, end) => {
    const line = `${TITLE}, and the council met, heard both sides, and decided.<br><br>`
    const page = `<html><head><title>${TITLE}</title></head>${start}${line.repeat(12)}${end}</html>`
    const content = extract(page)
    expect(content).toContain('heard both sides')
    expect(content).not.toMatch(/<(?:html|head|title|body)/i)
  })

  it('recognises articles in scripts without spaces between words', () => {
    const title = '東京都知事選挙の投票が始まる'
    const text = '投票所では朝から多くの有権者が列を作り、東京都知事選挙の投票を行った。'.repeat(20)
    expect(extract(articlePage(title, `<p>${text}</p>`), { title, content: '' })).toContain(text)
    expect(
      extract(articlePage('同意', `<p>${text}</p>`), { title: '大谷翔平が本塁打', content: '' }),
    ).toBeNull()
  })

  it.each([
    [
      'another text, as a request for consent',
      articlePage('Your privacy', paragraphs('We value your choice')),
    ],
    ['less text than the feed', articlePage(TITLE, '<p>The bridge is closed.</p>')],
    ['no text', ''],
    [
      'a paywall',
      articlePage(TITLE).replace(
        '</head>',
        '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": "False"}</script></head>',
      ),
    ],
    ['100,000 nested elements', articlePage(TITLE, '<div>'.repeat(100_000) + paragraphs(TITLE))],
    ['too many elements', articlePage(TITLE, paragraphs(TITLE, 21_000))],
    ['too many ampersands', articlePage(TITLE, `${paragraphs(TITLE)}<p>${'&'.repeat(60_000)}</p>`)],
  ])('returns null for a page with %s', (_, page) => {
    const item = { ...ITEM, content: 'The bridge closes for repairs on Monday.' }
    expect(extract(page, item)).toBeNull()
  })

  it('shortens the text of a huge article', () => {
    const content = extract(articlePage(TITLE, paragraphs(TITLE, 2_000))) ?? ''
    expect(content.length).toBeLessThanOrEqual(200_000)
    expect(content.length).toBeGreaterThan(199_000)
  })
})
