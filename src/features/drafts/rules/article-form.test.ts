import { describe, expect, it } from 'vitest'
import { type ArticleForm, EMPTY_ARTICLE } from './article-fields.ts'
import { articleDraftSchema, articleFormSchema } from './article-form.ts'

const article = (more: Partial<ArticleForm>): ArticleForm => ({ ...EMPTY_ARTICLE, title: 'A title', ...more })

function errorsOf(form: ArticleForm): Record<string, string[]> {
  const { error } = articleFormSchema.safeParse(form)
  return Object.fromEntries(
    Object.entries(Object.groupBy(error?.issues ?? [], ({ path }) => path.join('.'))).map(
      ([field, issues]) => [field, (issues ?? []).map(({ message }) => message)],
    ),
  )
}

it('defaults every field that was added later to null, which the form hash ignores', () => {
  const { title, category, author, sourceName, summary, content, imageUrl, sourceUrl, isBreaking, ...later } =
    EMPTY_ARTICLE
  expect(Object.values(later).filter((value) => value !== null)).toEqual([])
})

describe('articleFormSchema', () => {
  it.each<[string, Partial<ArticleForm>]>([
    ['a title only', {}],
    ['the longest author', { author: 'x'.repeat(200) }],
    ['http(s) URLs', { imageUrl: 'https://a.example/p.jpg', sourceUrl: 'HTTP://a.example' }],
    ['a URL with white space around it', { sourceUrl: ' https://a.example ' }],
    ['an uploaded image', { imageUrl: '/storage/article-images/1700000000000_sea-view.jpg' }],
    ['a social image of the library', { socialImage: '/storage/article-images/1_sea.jpg' }],
    ['a sample image', { imageUrl: '/samples/images/news-1.jpg' }],
  ])('accepts %s', (_, more) => {
    expect(errorsOf(article(more))).toEqual({})
  })

  it.each<[string, Partial<ArticleForm>, Record<string, string>]>([
    ['an empty title', { title: '' }, { title: 'Article title is required' }],
    ['a title of white space', { title: ' \t\n ' }, { title: 'Article title is required' }],
    ['a long author', { author: 'x'.repeat(201) }, { author: 'Author can have 200 characters at most' }],
    [
      'long content',
      { content: 'x'.repeat(1_000_001) },
      { content: 'Content can have 1,000,000 characters at most' },
    ],
    [
      'content of many parts',
      { content: '<'.repeat(990_000) },
      { content: 'Content can have 150,000 tags and special characters at most' },
    ],
    [
      'a long image URL',
      { imageUrl: 'x'.repeat(2_049) },
      { imageUrl: 'Image URL can have 2,048 characters at most' },
    ],
    [
      'a long language',
      { language: `de-x-${'a'.repeat(1_000_000)}` },
      { language: 'Language can have 35 characters at most' },
    ],
    [
      'a long byline',
      { byline: '['.repeat(1_000_000) },
      { byline: 'Byline can have 40,000 characters at most' },
    ],
    [
      'a long time',
      { breakingUntil: '2'.repeat(1_000_000) },
      { breakingUntil: 'Breaking Until can have 48 characters at most' },
    ],
    [
      'a social image outside of the library',
      { socialImage: 'https://a.example/p.jpg' },
      { socialImage: 'Choose the social image from the library' },
    ],
    [
      'a URL without a scheme',
      { sourceUrl: 'www.a.example' },
      { sourceUrl: 'Source URL must start with http:// or https://' },
    ],
    [
      'URLs with other schemes',
      { sourceUrl: 'javascript:alert(1)', imageUrl: 'data:image/png;base64,AA==' },
      {
        sourceUrl: 'Source URL must start with http:// or https://',
        imageUrl: 'Image URL must start with http:// or https://',
      },
    ],
    ['an incomplete URL', { sourceUrl: 'https://' }, { sourceUrl: 'Source URL is not a valid URL' }],
    [
      'a path with parent folders',
      { imageUrl: '/storage/article-images/../../secret.jpg' },
      { imageUrl: 'Image URL must start with http:// or https://' },
    ],
    [
      'the path of a hidden file',
      { imageUrl: '/storage/article-images/.secret' },
      { imageUrl: 'Image URL must start with http:// or https://' },
    ],
  ])('rejects %s', (_, more, errors) => {
    const expected = Object.entries(errors).map(([field, message]) => [field, [message]])
    expect(errorsOf(article(more))).toEqual(Object.fromEntries(expected))
  })

  it('reports the errors of all fields', () => {
    expect(errorsOf(article({ title: ' ', sourceUrl: 'javascript:alert(1)' }))).toEqual({
      title: ['Article title is required'],
      sourceUrl: ['Source URL must start with http:// or https://'],
    })
  })
})

describe('articleDraftSchema', () => {
  it('normalises single lines and texts', () => {
    expect(
      articleDraftSchema.parse(
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

  it('accepts a form that cannot be saved yet', () => {
    const form = article({ title: '', sourceUrl: 'www.' })
    expect(articleDraftSchema.parse(form)).toEqual(form)
  })
})

describe('the fields for search engines', () => {
  const parse = (fields: Partial<ArticleForm>) =>
    articleFormSchema.safeParse({ ...EMPTY_ARTICLE, title: 'A', ...fields })

  it.each([
    'http://a.example',
    'javascript:alert(1)',
    'https://',
    'https:a',
    'https://user@a.example',
    '/x',
    'https://a\\b',
  ])('refuse the canonical URL %s', (canonicalUrl) => {
    expect(parse({ canonicalUrl }).error?.issues[0]?.message).toBe(
      'Canonical URL must be an address that starts with https://',
    )
  })

  it('are null when they are empty, so that published articles do not look changed', () => {
    const empty = parse({ slug: ' ', searchTitle: '', canonicalUrl: '', isUnlisted: false })
    expect(empty.data).toEqual(parse({}).data)
    expect(parse({ canonicalUrl: 'https://a.example/1' }).success).toBe(true)
    expect(parse({ searchTitle: 'x'.repeat(201) }).error?.issues[0]?.message).toBe(
      'Search Headline can have 200 characters at most',
    )
  })
})
