import { expect, it } from 'vitest'
import type { ArticleCard } from '#kernel/article.ts'
import type { FilledContainer } from './fill-front.ts'
import { toReaderFront } from './reader-front.ts'

const card = (id: string): ArticleCard => ({
  id,
  title: id,
  path: `/article/${id}`,
  summary: `Summary of ${id}`,
  author: '',
  category: 'Sport',
  image: null,
  isBreaking: false,
  publishedAt: '2026-11-21T12:00:00.000Z',
  sourceName: null,
})
const places = (...ids: (string | null)[]) =>
  ids.map((id) => ({ article: id === null ? null : card(id), pin: null }))
const topics = new Map([['t', { name: 'Climate', path: '/topic/climate' }]])
const show = (...containers: FilledContainer<ArticleCard>[]) =>
  toReaderFront({ places: places('a', null, 'b'), containers }, topics).pages

it('lists the articles at the top, without empty places', () => {
  expect(show()).toEqual([{ articles: [card('a'), card('b')] }])
})

it('names containers by what they contain, unless an editor has', () => {
  const [, ...containers] = show(
    { id: '1', kind: 'section', category: 'Sport', title: '', places: places('c', 'd') },
    { id: '2', kind: 'topic', topicId: 't', title: '', places: places('e') },
    { id: '3', kind: 'topic', topicId: 't', title: 'Floods', places: places('f') },
    { id: '4', kind: 'mostRead', title: '', places: places('g') },
    { id: '5', kind: 'newsletter', title: '', places: [] },
  )
  expect(containers.map(({ title, path }) => [title, path])).toEqual([
    ['Sport', '/sport'],
    ['Climate', '/topic/climate'],
    ['Floods', '/topic/climate'],
    ['Most read', null],
    ['', null],
  ])
  expect(containers[0]?.articles).toEqual([card('c'), { ...card('d'), summary: '' }])
})

it('leaves out containers without articles, and of topics that are deleted', () => {
  expect(
    show(
      { id: '1', kind: 'list', title: 'Ours', places: places(null, null) },
      { id: '2', kind: 'topic', topicId: 'deleted', title: 'Gone', places: places('e') },
    ),
  ).toHaveLength(1)
})
