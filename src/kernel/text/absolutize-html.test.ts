import { describe, expect, it } from 'vitest'
import { absolutizeHtml } from './absolutize-html.ts'

const BASE = 'https://paper.example/news/story.html'

describe('absolutizeHtml', () => {
  it.each([
    ['<a href="/x">x</a>', '<a href="https://paper.example/x">x</a>'],
    [`<a class=y href=../x title='t'>x</a>`, `<a class=y href="https://paper.example/x" title='t'>x</a>`],
    ['<img alt="" src="//cdn.example/a.jpg">', '<img alt="" src="https://cdn.example/a.jpg">'],
    ['<a href="?a=1&amp;b=2">x</a>', '<a href="https://paper.example/news/story.html?a=1&amp;b=2">x</a>'],
    [
      '<img srcset="a.jpg 1x, /b.jpg 2x">',
      '<img srcset="https://paper.example/news/a.jpg 1x, https://paper.example/b.jpg 2x">',
    ],
    ['<img srcset="a.jpg">', '<img srcset="https://paper.example/news/a.jpg">'],
  ])('makes the addresses in %s absolute', (html, expected) => {
    expect(absolutizeHtml(html, BASE)).toBe(expected)
  })

  it.each([
    '<a href="https://ada:p%40ss@other.example/x">x</a>',
    '<a href="//ada@other.example/x">x</a>',
    '<a href="https&#58;//ada&#58;secret&#64;other.example/x">x</a>',
    '<img srcset="https://ada:secret@other.example/x 1x">',
  ])('removes the credentials in %s', (html) => {
    const absolute = absolutizeHtml(html, BASE)
    expect(absolute).toContain('"https://other.example/x')
    expect(absolute).not.toMatch(/ada/)
  })

  it.each([
    '<p>Plain & simple <b>text',
    '<a href="https://other.example">x</a>',
    `<a href='mailto:a@b.example'>x</a>`,
    '<a href="#note">x</a>',
    '<img src="data:image/gif;base64,AAAA">',
    '<a href="javascript:alert(1)">x</a>',
    '<img srcset="https://a.example/x,y.jpg 1x">',
  ])('leaves %s unchanged', (html) => {
    expect(absolutizeHtml(html, BASE)).toBe(html)
  })

  it('truncates endless nesting', () => {
    expect(absolutizeHtml(`<p>Text</p>${'<div>'.repeat(5_000)}`, BASE)).toHaveLength(11 + 256 * 5)
  })
})
