import { describe, expect, it } from 'vitest'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { describeMap, EMBED_LIMITS, readOembed, readOpenGraph } from './embed-description.ts'
import { type Embed, parseEmbed } from './embed-providers.ts'

function embedOf(address: string): Embed {
  const embed = parseEmbed(address)
  if (!embed) throw new Error(`${address} is not that of an embed`)
  return embed
}

const VIDEO = embedOf('https://youtu.be/dQw4w9WgXcQ')
const POST = embedOf('https://x.com/NASA/status/1816540213467431402')
const TOOT = embedOf('https://social.example/@ada/100254678717223630')

describe('readOembed', () => {
  it('reads the title, author and preview image of a video', () => {
    const body = {
      type: 'video',
      title: 'Ministers &amp; Rail: the interview',
      author_name: 'Masthead TV',
      thumbnail_url: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      html: '<iframe src="https://evil.example"></iframe>',
    }
    expect(readOembed(VIDEO, JSON.stringify(body))).toEqual({
      title: 'Ministers & Rail: the interview',
      author: 'Masthead TV',
      text: '',
      imageUrl: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
    })
  })

  it('quotes a post with its lines', () => {
    const html =
      '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">First line &amp; more<br><br><br><br>Second, <a href="https://t.co/x">with a link</a></p>' +
      '&mdash; NASA (@NASA) <a href="https://twitter.com/NASA/status/1">July 25, 2024</a></blockquote>\n<script async src="https://platform.twitter.com/widgets.js"></script>'
    expect(readOembed(POST, JSON.stringify({ author_name: 'NASA', html }))).toEqual({
      title: '',
      author: 'NASA',
      text: 'First line & more\n\nSecond, with a link',
      imageUrl: null,
    })
  })

  it('quotes the caption of a post without HTML', () => {
    const photo = embedOf('https://www.tiktok.com/@scout2015/photo/6718335390845095173')
    const body = {
      title: 'A dog\non a boat',
      author_name: 'Scout',
      html: '<blockquote><section></section></blockquote>',
    }
    expect(readOembed(photo, JSON.stringify(body))?.text).toBe('A dog on a boat')
  })

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{}',
    '{"title":""}',
    '{"title":["x"]}',
    '{"title":"<b></b>"}',
    '<html>',
  ])('returns null for %j', (body) => {
    expect(readOembed(VIDEO, body)).toBeNull()
  })

  it('ignores images without a web address', () => {
    const read = (thumbnail: string) =>
      readOembed(VIDEO, JSON.stringify({ title: 'x', thumbnail_url: thumbnail }))?.imageUrl
    for (const address of [
      'javascript:alert(1)',
      'data:image/png;base64,x',
      'file:///etc/passwd',
      '/x.png',
      '',
    ])
      expect(read(address)).toBeNull()
  })

  it('limits the length of all texts', () => {
    const long = 'word '.repeat(3_000)
    const video = readOembed(VIDEO, JSON.stringify({ title: long, author_name: long }))
    expect(video?.title.length).toBeLessThanOrEqual(EMBED_LIMITS.title)
    expect(video?.author.length).toBeLessThanOrEqual(EMBED_LIMITS.author)
    const post = readOembed(POST, JSON.stringify({ html: `<blockquote><p>${long}</p></blockquote>` }))
    expect(post?.text.length).toBeLessThanOrEqual(EMBED_LIMITS.text)
    expect(post?.text).toMatch(/word…$/)
  })
})

describe('readOpenGraph', () => {
  const page = (head: string, body = '') =>
    `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
  const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`

  it('reads the author and the text of a post', () => {
    const html = page(
      meta('og:title', 'Ada (@ada@social.example)') +
        meta('og:description', 'First line\n\nSecond &quot;line&quot;') +
        meta('og:image', '/avatar.png'),
    )
    expect(readOpenGraph(TOOT, html, 'https://social.example/@ada/1')).toEqual({
      title: '',
      author: 'Ada (@ada@social.example)',
      text: 'First line\n\nSecond "line"',
      imageUrl: 'https://social.example/avatar.png',
    })
  })

  it('finds the caption in the title of Instagram', () => {
    const html = page(meta('og:title', 'BBC News on Instagram: &quot;A caption&#10;of two lines&quot;'))
    const photo = embedOf('https://www.instagram.com/p/CUbHfhpswxt/')
    expect(readOpenGraph(photo, html, photo.address)).toMatchObject({
      author: 'BBC News',
      text: 'A caption\nof two lines',
    })
  })

  it('ignores what the body contains, and the second of two values', () => {
    const html = page(
      meta('og:title', 'First') + meta('og:title', 'Second'),
      meta('og:description', 'Of a comment'),
    )
    expect(readOpenGraph(TOOT, html, TOOT.address)).toMatchObject({ author: 'First', text: '' })
  })

  it('returns null for a page without properties', () => {
    expect(readOpenGraph(TOOT, page('<title>Sign in</title>'), TOOT.address)).toBeNull()
  })
})

describe('describeMap', () => {
  it('names the place', () => {
    expect(
      describeMap(embedOf('https://www.google.com/maps/place/Big%20Ben%E2%80%AE%00/@1,2,3z')).title,
    ).toBe('Big Ben')
    expect(describeMap(embedOf('https://www.google.com/maps/@1.5,2.5,3z')).title).toBe('')
  })
})

describe('descriptions', () => {
  const surroundings = ['', 'Title ', '"><']
  it.each(HOSTILE_HTML)('are plain text without markup: %s', (hostile) => {
    for (const before of surroundings) {
      const value = before + hostile
      const found = [
        readOembed(VIDEO, JSON.stringify({ title: value, author_name: value, thumbnail_url: value })),
        readOembed(
          POST,
          JSON.stringify({ author_name: 'x', html: `<blockquote><p>${value}</p></blockquote>` }),
        ),
        readOembed(POST, JSON.stringify({ author_name: 'x', html: value })),
      ]
      for (const description of found)
        expect(Object.values(description ?? {}).join('\n')).not.toMatch(/<(?:script|img|svg|iframe|a|p)\b/i)
    }
  })

  it('contain no control characters, none that change the direction of text, and no broken surrogates', () => {
    const value = 'a\u0000b\u001bc\u202ed\u2066e\u200ff\u{feff}g\ud800h\u0085i'
    const found = [
      readOembed(VIDEO, JSON.stringify({ title: value, author_name: value })),
      readOembed(POST, JSON.stringify({ html: `<blockquote><p>${value}</p></blockquote>` })),
    ]
    for (const description of found) {
      const text = Object.values(description ?? {}).join('')
      expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u)
      expect(text).toMatch(/^ab/)
    }
  })
})
