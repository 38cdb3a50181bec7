import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { shownArticleTags } from './shown-articles.server.ts'

const [ID, OTHER_ID] = [randomUUID(), randomUUID()]
const tagsOf = (body: string, isJson = false) => [...shownArticleTags(body, isJson)]

it.each([
  ['a link', `<a href="/article/${ID}">Tea</a>`],
  ['an absolute address with a slug', `<loc>https://paper.example/article/${ID}/tea</loc>`],
  ['several links to the same article', `/article/${ID} /article/${ID}#note`],
])('finds the article of %s', (_, body) => {
  expect(tagsOf(body)).toEqual([`article:${ID}`])
})

it('finds ids in data, and other ids only there', () => {
  const data = JSON.stringify([{ id: ID }, { articleId: OTHER_ID }])
  expect(tagsOf(data, true)).toEqual([`article:${ID}`, `article:${OTHER_ID}`])
  expect(tagsOf(`<div data-placement="${ID}">`)).toEqual([])
})

it('marks a page with more than 200 articles as a whole', () => {
  const links = (count: number) => Array.from({ length: count }, () => `/article/${randomUUID()}`).join(' ')
  expect(tagsOf(links(200))).toHaveLength(200)
  expect(tagsOf(links(201))).toEqual(['article:many'])
})
