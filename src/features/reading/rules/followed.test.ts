import { expect, it } from 'vitest'
import { followedPath, formatKeys, MAX_FOLLOWED, parseFollowed, parseKeys, sortKeys } from './followed.ts'

const topic = { kind: 'topic', slug: 'climate', name: 'Climate' } as const
const author = { kind: 'author', slug: 'ada', name: 'Ada' } as const
const section = { kind: 'section', slug: 'tv', name: 'TV' } as const
const keysOf = (query: string) => parseKeys(new URLSearchParams(query))

it('reads what is stored, without invalid and repeated entries', () => {
  const invalid = [
    null,
    1,
    {},
    { ...topic, kind: 'x' },
    { ...topic, slug: '../a' },
    { ...section, slug: 'weather' },
  ]
  expect(parseFollowed(JSON.stringify([topic, ...invalid, author, topic, section]))).toEqual([
    topic,
    author,
    section,
  ])
  for (const text of ['', '{', '{}', 'null']) expect(parseFollowed(text)).toEqual([])
  const many = Array.from({ length: 200 }, (_, index) => ({ ...topic, slug: `t${index}` }))
  expect(parseFollowed(JSON.stringify(many))).toHaveLength(MAX_FOLLOWED)
})

it('writes keys in an order of their own, and reads them', () => {
  const query = formatKeys([section, author, { ...topic, slug: '日本' }, topic])
  expect(query).toBe('topics=climate,%E6%97%A5%E6%9C%AC&authors=ada&sections=tv')
  expect(keysOf(query)).toEqual(sortKeys([topic, { ...topic, slug: '日本' }, author, section]))
  expect(formatKeys([])).toBe('')
})

it.each(['', 'topics=', 'topics=a/b', 'sections=weather', 'x=1', `topics=${'a,'.repeat(9)}`])(
  'refuses the keys %j',
  (query) => expect(keysOf(query)).toBeUndefined(),
)

it('limits the number of keys', () => {
  const list = (length: number) => `topics=${Array.from({ length }, (_, index) => `t${index}`).join(',')}`
  expect(keysOf(list(MAX_FOLLOWED))).toHaveLength(MAX_FOLLOWED)
  expect(keysOf(list(MAX_FOLLOWED + 1))).toBeUndefined()
})

it('leads to the pages', () => {
  expect([topic, author, section].map(followedPath)).toEqual(['/topic/climate', '/author/ada', '/tv'])
})
