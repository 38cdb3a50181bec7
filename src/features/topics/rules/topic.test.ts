import { expect, it } from 'vitest'
import { MAX_ARTICLE_TOPICS, suggestTopics, topicForm, toTopicNames, toTopicSlug } from './topic.ts'

it.each([
  ['Climate', 'climate'],
  ['  Cost of   living ', 'cost-of-living'],
  ['Élections 2027: résultats', 'elections-2027-resultats'],
  ['C++', 'c'],
  ['المناخ والبيئة', 'المناخ-والبيئة'],
  ['हिन्दी', 'हिन्दी'],
  ['日本', '日本'],
  ['!?', 'topic'],
])('derives a slug from %j', (name, slug) => {
  expect(toTopicSlug(name, new Set())).toBe(slug)
})

it('numbers a slug that another topic has', () => {
  expect(toTopicSlug('C', new Set(['c', 'c-2']))).toBe('c-3')
})

it('normalises names, and refuses empty and long ones', () => {
  expect(topicForm.parse({ name: ' Cost\n of\u0000 living ', description: ' ' })).toEqual({
    name: 'Cost of living',
    description: '',
  })
  const messages = (name: string, description = '') =>
    topicForm.safeParse({ name, description }).error?.issues.map(({ message }) => message)
  expect(messages(' ')).toEqual(['Enter a name'])
  expect(messages('\u200B')).toEqual(['Enter a name'])
  expect(messages('a'.repeat(81))).toEqual(['The name can have 80 characters at most'])
  expect(messages('a', 'b'.repeat(501))).toEqual(['The description can have 500 characters at most'])
})

it('keeps categories of feed items that can name topics', () => {
  const categories = [' Climate ', '', 'a'.repeat(81), 'CLIMATE', 'Élections']
  expect(toTopicNames(categories)).toEqual(['CLIMATE', 'Élections'])
  expect(toTopicNames(Array.from({ length: 50 }, (_, i) => `Topic ${i}`))).toHaveLength(MAX_ARTICLE_TOPICS)
})

it('suggests topics by any part of their names, those that begin with the text first', () => {
  const topics = ['Arctic', 'Élections', 'Local elections', 'Sport'].map((name) => ({ name }))
  const names = (typed: string) => suggestTopics(topics, typed).map(({ name }) => name)
  expect(names('elec')).toEqual(['Élections', 'Local elections'])
  expect(names(' SPORT ')).toEqual(['Sport'])
  expect(names('')).toEqual(['Arctic', 'Élections', 'Local elections', 'Sport'])
  expect(names('x')).toEqual([])
  const many = Array.from({ length: 9 }, (_, i) => ({ name: `Topic ${i}` }))
  expect(suggestTopics(many, 'topic')).toHaveLength(8)
})
