import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import type { EmailData } from './email-form.ts'
import { writeEmailBlocks, writeEmailText } from './write-email.ts'

const DATA: EmailData = {
  pageUrl: 'https://paper.example/article/1/tea',
  siteName: 'The Courier',
  accent: '#a80f14',
  start: 'left',
  images: new Map(),
  durations: new Map(),
  headlines: new Map(),
}

const write = (html: string, data = DATA) => writeEmailBlocks(html, data).join('')

const ALLOWED =
  'p h2 h3 h4 h5 h6 ul ol li dl dt dd pre code sub sup div span bdi strong b em i del s ins a br hr blockquote table tr td th img'.split(
    ' ',
  )

describe('writeEmailBlocks', () => {
  it('writes one HTML for each block at the top level', () => {
    expect(
      writeEmailBlocks('<p>One</p>\n<h2>Two</h2><ul><li>Three</li></ul>Loose &amp; <b>bold</b>', DATA),
    ).toEqual([
      '<p style="margin:0 0 18px">One</p>',
      '<h2 style="margin:28px 0 10px;font-size:22px;line-height:28px;font-weight:bold">Two</h2>',
      '<ul style="margin:0 0 18px;padding:0;padding-left:28px"><li style="margin:0 0 8px">Three</li></ul>',
      '<p style="margin:0 0 18px">Loose &amp; <b>bold</b></p>',
    ])
  })

  it('keeps the words and the meaning of texts', () => {
    const html =
      '<p>CO<sub>2</sub> &amp; the 1<sup>st</sup> <em>year</em>,<br><strong>so</strong> <del>not</del> <code>x &lt; y</code></p><ol start="3"><li><p>Three</p></li></ol>'
    const written = write(html)
    expect(htmlToText(written)).toBe(htmlToText(html))
    for (const tag of ['<sub style=', '<sup style=', '<em>', '<strong>', '<del>', '<br>'])
      expect(written).toContain(tag)
    expect(written).toContain('<ol start="3"')
    expect(written).toContain('x &lt; y')
  })

  it('keeps a list within an item near the text of the item', () => {
    for (const space of ['', '\n'])
      expect(write(`<ul><li><p>One</p>${space}<ol><li><p>Two</p></li></ol></li></ul>`)).toContain(
        `<p style="margin:0 0 8px">One</p>${space}<ol style="margin:0 0 0px`,
      )
  })

  it('makes links absolute, also those to a place of the page, and drops their other attributes', () => {
    expect(write('<p><a href="/politics" target="_blank" rel="noopener">a</a></p>')).toContain(
      '<a href="https://paper.example/politics" style="color:#a80f14">a</a>',
    )
    expect(write('<p><a href="#key-facts">b</a></p>')).toContain('/article/1/tea#key-facts"')
    expect(write('<p><a href="mailto:desk@paper.example">c</a></p>')).toContain('"mailto:desk@paper.example"')
    for (const href of ['javascript:alert(1)', 'data:text/html,x', 'https://'])
      expect(write(`<p><a href="${href}">d</a></p>`)).toBe('<p style="margin:0 0 18px">d</p>')
  })

  it('keeps languages and directions, and lets lines start at their side', () => {
    const written = write(
      '<p lang="ar">مرحبا</p><p dir="rtl">x</p><p lang="de">Guten Tag</p><p lang="!">y</p>',
    )
    expect(written).toContain('<p lang="ar" dir="rtl" style="margin:0 0 18px;text-align:right">')
    expect(written).toContain('<p dir="rtl" style="margin:0 0 18px;text-align:right">')
    expect(written).toContain('<p lang="de" dir="ltr"')
    expect(written).toContain('<p style="margin:0 0 18px">y')
    const rightToLeft = write('<ul><li>x</li></ul><blockquote><p>y</p></blockquote>', {
      ...DATA,
      start: 'right',
    })
    expect(rightToLeft).toContain('padding-right:28px')
    expect(rightToLeft).toContain('padding-right:16px;border-right:3px')
    expect(rightToLeft).not.toMatch(/left/)
  })

  it.each(HOSTILE_HTML)('writes nothing that could run, load or restyle anything: %s', (html) => {
    const parser = new Parser({
      onopentag(name, { href, ...attributes }) {
        expect(ALLOWED).toContain(name)
        if (href !== undefined) expect(href).toMatch(/^(https?|mailto|tel):/)
        for (const attribute of Object.keys(attributes))
          expect(attribute).toMatch(
            /^(style|lang|dir|start|scope|colspan|rowspan|role|width|cell.*|border|data-text-format)$/,
          )
        expect(attributes.style ?? '').not.toMatch(/url|expression|position|import/)
      },
      oncomment: () => expect.unreachable(),
    })
    parser.end(write(html))
  })

  it('ends where elements are nested too deep', () => {
    const written = write(`<p>Above</p>${'<div>'.repeat(100_000)}deep`)
    expect(written).toContain('Above')
    expect(written).not.toContain('deep')
  })

  it('writes captions in nested tables once', () => {
    const written = write('<table><tr><td><figcaption>deep'.repeat(60))
    expect(written.match(/deep/g)?.length).toBeLessThanOrEqual(60)
  })

  it('writes a cell with more words than a function has arguments', () => {
    expect(write(`<table><tr><td>${'a '.repeat(500_000)}</td></tr></table>`)).toContain('a a a')
  })

  it('takes apart an element around the whole text', () => {
    expect(writeEmailBlocks('<div><p>One</p><section><p>Two</p></section></div>', DATA)).toHaveLength(2)
  })

  it('writes an image within a link or a text without a link and a box of its own', () => {
    const image = '<img src="/storage/article-images/a.jpg" alt="Bridge" width="7" height="4">'
    const written = write(`<p>See <a href="https://example.org/">${image}</a></p>`, {
      ...DATA,
      images: new Map([
        ['/storage/article-images/a.jpg', { url: 'https://paper.example/a.jpeg', width: 7, height: 4 }],
      ]),
    })
    expect(written).toMatch(/^<p[^>]*>See <a href="https:\/\/example.org\/"[^>]*><img [^>]*><\/a><\/p>$/)
  })
})

describe('writeEmailText', () => {
  it('writes a line without an element around it', () => {
    expect(writeEmailText('By <a href="/author/ada" class="x"><bdi>Ada</bdi></a>', DATA)).toBe(
      'By <a href="https://paper.example/author/ada" style="color:#a80f14"><bdi>Ada</bdi></a>',
    )
  })
})
