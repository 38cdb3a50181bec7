import { expect, it } from 'vitest'
import { imageAltOf } from './feed-media.ts'
import type { SourceMedia } from './source-feed.ts'

const URL = 'https://harbour.example/ferry.jpg'

const media = (description?: string, url = '/ferry.jpg'): SourceMedia => ({
  kind: 'content',
  url,
  type: null,
  medium: 'image',
  width: null,
  height: null,
  description: description ?? null,
})

it.each<[string, SourceMedia[], string[], string | null]>([
  ['the description in Media RSS', [media('A <b>ferry</b> &amp; fog')], [], 'A ferry & fog'],
  ['the text of the same image in HTML', [media()], [`<p><img src="${URL}" alt=" A ferry "></p>`], 'A ferry'],
  [
    'that of another size',
    [media()],
    ['<img alt="A ferry" src="https://harbour.example/ferry-300x200.jpg">'],
    'A ferry',
  ],
  ['that of a lazy image', [], [`<img src="/blank.gif" data-src="${URL}" alt="A ferry">`], 'A ferry'],
  [
    'the text in HTML before the description',
    [media('IMG_2041')],
    [`<img src="${URL}" alt="A ferry">`],
    'A ferry',
  ],
  ['nothing of other images', [media('A dog', '/dog.jpg')], ['<img src="/cat.jpg" alt="A cat">'], null],
  ['nothing of an empty text', [media(' ')], [`<img src="${URL}" alt="">`], null],
  ['at most 300 characters', [media('x'.repeat(400))], [], `${'x'.repeat(299)}…`],
])('finds %s', (_, images, htmls, expected) => {
  expect(imageAltOf(URL, images, htmls, 'https://harbour.example/')).toBe(expected)
})

it('finds nothing without an image', () => {
  expect(imageAltOf(null, [media('A ferry')], [], null)).toBeNull()
})
