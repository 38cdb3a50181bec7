import { expect, it, onTestFinished } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { type ShownPerson, writeByline, writeTopics } from './write-byline.ts'

const person = (name: string, more: Partial<ShownPerson> = {}): ShownPerson => ({
  ...{ id: name, slug: name.toLowerCase(), name, role: '' },
  ...more,
})
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

it('is plain text without people', () => {
  expect(writeByline([], 'Ada & <b>')).toBe('By <bdi>Ada &amp; &lt;b&gt;</bdi>')
  expect(writeByline([], '')).toBe('')
})

it('names people in their order and by their roles, with links', () => {
  const photographer = person('D', { role: 'Photographs' })
  const html = writeByline([photographer, person('A'), person('B'), person('C')], 'Ignored')
  expect(textOf(html)).toBe('By A, B and C. Photographs: D')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/author/a',
    '/author/b',
    '/author/c',
    '/author/d',
  ])
  expect(textOf(writeByline([photographer], ''))).toBe('Photographs: D')
  expect(textOf(writeByline([person('A'), person('B')], ''))).toBe('By A and B')
})

it('joins names with the words that they need', () => {
  applyPlace({ ...DEFAULT_PLACE, locale: 'es-ES' })
  onTestFinished(() => applyPlace(DEFAULT_PLACE))
  expect(textOf(writeByline([person('Ana'), person('Isabel')], ''))).toBe('By Ana e Isabel')
})

it('does not link a person without a page', () => {
  expect(writeByline([person('Ada', { id: null, slug: null })], '')).toBe('By <bdi>Ada</bdi>')
})

it('escapes names, roles and addresses', () => {
  const evil = '"><script>alert(1)</script>'
  const html = writeByline([person(evil, { slug: evil, role: evil })], evil)
  const topics = writeTopics([{ id: '1', slug: evil, name: evil }])
  for (const written of [html, topics]) {
    expect(written).not.toContain('<script')
    expect(written.match(/<a [^>]*>/g)).toHaveLength(1)
  }
})

it('links topics, also in other scripts', () => {
  const topics = [
    { id: '1', slug: 'climate', name: 'Climate' },
    { id: '2', slug: '日本', name: '日本' },
  ]
  expect(textOf(writeTopics(topics))).toBe('TopicsClimate日本')
  expect(writeTopics(topics)).toContain('href="/topic/%E6%97%A5%E6%9C%AC"')
  expect(writeTopics([])).toBe('')
})
