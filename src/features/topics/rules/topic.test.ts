import { expect, it } from 'vitest'
import { EMPTY_TOPIC, MAX_ARTICLE_TOPICS, topicForm, toTopicNames } from './topic.ts'

it('normalises names, and refuses empty and long ones', () => {
  expect(topicForm.parse({ ...EMPTY_TOPIC, name: ' Cost\n of\u0000 living ', description: ' ' })).toEqual({
    ...EMPTY_TOPIC,
    name: 'Cost of living',
  })
  const messages = (name: string, description = '') =>
    topicForm.safeParse({ ...EMPTY_TOPIC, name, description }).error?.issues.map(({ message }) => message)
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
