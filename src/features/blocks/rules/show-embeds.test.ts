import { describe, expect, it } from 'vitest'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { embedSources, showEmbeds } from './show-embeds.ts'

const ADDRESS = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=43s'
const figure = (attributes: string) =>
  `<figure class="embed"${attributes}><p><a href="${ADDRESS}">Title</a></p><figcaption>YouTube</figcaption></figure>`

describe('showEmbeds', () => {
  it('adds the preview image and the address of the player', () => {
    const stored = figure(
      ` data-address="${ADDRESS}" data-image="/storage/article-images/embed-1.webp" data-width="960" data-height="540"`,
    )
    expect(showEmbeds(`<p>Before</p>${stored}<p>After</p>`)).toBe(
      `<p>Before</p><figure class="embed embed-video" data-address="${ADDRESS}" data-provider="YouTube"` +
        ' data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=43" data-size="aspect-ratio:16/9">' +
        '<img src="/storage/article-images/embed-1.webp" alt="" width="960" height="540" loading="lazy">' +
        `<p><a href="${ADDRESS}">Title</a></p><figcaption>YouTube</figcaption></figure><p>After</p>`,
    )
  })

  it.each([
    ['without an address', figure('')],
    ['with another address', figure(' data-address="https://evil.example/"')],
    ['with a script', figure(' data-address="javascript:alert(1)"')],
    ['of another kind', figure(` data-address="${ADDRESS}"`).replace('class="embed"', 'class="pull-quote"')],
    ['that is no figure', `<p class="embed" data-address="${ADDRESS}">x</p>`],
  ])('leaves an element %s as it is', (_, html) => {
    expect(showEmbeds(html)).toBe(html)
  })

  it.each([
    'https://evil.example/pixel.png',
    '//evil.example/pixel.png',
    '/storage/article-images/../../secret',
    '/storage/article-images/a.webp&quot; onerror=&quot;alert(1)',
  ])('shows no image from %s', (image) => {
    const html = showEmbeds(
      figure(` data-address="${ADDRESS}" data-image="${image}" data-width="9" data-height="9"`),
    )
    expect(html).toContain('data-player=')
    expect(html).not.toMatch(/<img|evil|onerror/)
  })

  it.each(HOSTILE_HTML)('adds nothing from hostile text: %s', (hostile) => {
    const html = showEmbeds(
      `<figure class="embed" data-address="${hostile.replaceAll('"', '&quot;')}"></figure>`,
    )
    expect(html).not.toContain('data-player')
  })
})

describe('embedSources', () => {
  it('names the origins of players once', () => {
    const shown = showEmbeds(
      [ADDRESS, ADDRESS, 'https://social.example/@ada/100254678717223630']
        .map((address) => `<figure class="embed" data-address="${address}"></figure>`)
        .join(''),
    )
    expect(embedSources(shown)).toEqual({
      'frame-src': ['https://www.youtube-nocookie.com', 'https://social.example'],
    })
    expect(embedSources('<p>Text</p>')).toEqual({ 'frame-src': [] })
  })
})
