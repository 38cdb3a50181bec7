import { expect, it } from 'vitest'
import { phrase } from './phrase.ts'

it.each([
  [0, true, 'The front page was updated'],
  [0, false, 'This page was updated'],
  [1, true, '1 new story'],
  [2, false, '2 new stories'],
])('%d new stories are told as such (front page: %j)', (newStories, isFront, text) => {
  expect(phrase(newStories, { isFront })).toBe(text)
})
