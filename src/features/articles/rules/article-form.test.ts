import { describe, expect, it } from 'vitest'
import {
  type ArticleErrors,
  type ArticleForm,
  checkArticle,
  NEW_ARTICLE,
  tidyArticle,
} from './article-form.ts'

const article = (more: Partial<ArticleForm>): ArticleForm => ({ ...NEW_ARTICLE, title: 'A title', ...more })

describe('checkArticle', () => {
  it.each<[string, Partial<ArticleForm>, ArticleErrors]>([
    ['nothing but a title', {}, {}],
    ['no title', { title: '' }, { title: 'Article title is required' }],
    ['a title of white space', { title: ' \t\n ' }, { title: 'Article title is required' }],
    [
      'an author beyond the column',
      { author: 'x'.repeat(201) },
      { author: 'Author can have 200 characters at most' },
    ],
    ['the longest author', { author: 'x'.repeat(200) }, {}],
    [
      'a body of more than a million characters',
      { content: 'x'.repeat(1_000_001) },
      { content: 'Content can have 1,000,000 characters at most' },
    ],
    ['addresses of the web', { imageUrl: 'https://a.example/p.jpg', sourceUrl: 'HTTP://a.example' }, {}],
    ['addresses with space around them', { sourceUrl: ' https://a.example ' }, {}],
    [
      'an address without a scheme',
      { sourceUrl: 'www.a.example' },
      { sourceUrl: 'Source URL must start with http:// or https://' },
    ],
    [
      'a script for an address',
      { sourceUrl: 'javascript:alert(1)', imageUrl: 'data:image/png;base64,AA==' },
      {
        sourceUrl: 'Source URL must start with http:// or https://',
        imageUrl: 'Image URL must start with http:// or https://',
      },
    ],
    ['half an address', { sourceUrl: 'https://' }, { sourceUrl: 'Source URL is not a web address' }],
    ['an uploaded image', { imageUrl: '/storage/article-images/1700000000000_sea-view.jpg' }, {}],
    ['an image of the sample edition', { imageUrl: '/samples/images/news-1.jpg' }, {}],
    [
      'a path that climbs out',
      { imageUrl: '/storage/article-images/../../secret.jpg' },
      { imageUrl: 'Image URL must start with http:// or https://' },
    ],
    [
      'the path of a hidden file',
      { imageUrl: '/storage/article-images/.secret' },
      { imageUrl: 'Image URL must start with http:// or https://' },
    ],
  ])('answers for %s', (_, more, errors) => {
    expect(checkArticle(article(more))).toStrictEqual(errors)
  })
})

describe('tidyArticle', () => {
  it('makes one line of what is one, and keeps the lines of texts', () => {
    expect(
      tidyArticle(
        article({
          title: '  Two\r\nlines\0 ',
          author: '\tAda  Penrose\n',
          summary: ' One\r\ntwo ',
          content: '\n<p>A</p>\n\n<p>B\0</p>\uD800 ',
          sourceUrl: ' https://a.example ',
        }),
      ),
    ).toEqual(
      article({
        title: 'Two lines',
        author: 'Ada Penrose',
        summary: 'One\ntwo',
        content: '<p>A</p>\n\n<p>B</p>\uFFFD',
        sourceUrl: 'https://a.example',
      }),
    )
  })
})
