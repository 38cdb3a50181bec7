import { afterEach, expect, it, vi } from 'vitest'
import { type Phrases, phrase, setPhrases } from '#kernel/text/phrase.ts'
import { memoiseText } from './memoise-text.server.ts'

afterEach(() => setPhrases(() => undefined))

it('writes each text once', () => {
  const write = vi.fn((text: string) => text.toUpperCase())
  const memoised = memoiseText(write)
  expect(['ferry', 'tide', 'ferry', ''].map(memoised)).toEqual(['FERRY', 'TIDE', 'FERRY', ''])
  expect(memoised('')).toBe('')
  expect(write.mock.calls.flatMap(([text]) => text)).toEqual(['ferry', 'tide', ''])
})

it('forgets the least recent texts', () => {
  const write = vi.fn((text: string) => text.slice(0, 1))
  const memoised = memoiseText(write, 3_500)
  const long = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1_000))
  expect(long.map(memoised)).toEqual(['a', 'b', 'c', 'd'])
  expect(long.toReversed().map(memoised)).toEqual(['d', 'c', 'b', 'a'])
  expect(write.mock.calls.length).toBeGreaterThan(long.length)
  expect(write.mock.calls.length).toBeLessThan(2 * long.length)
})

it('keeps results in different languages apart', () => {
  const memoised = memoiseText((text) => `${phrase('Key facts')}: ${text}`)
  expect(memoised('a')).toBe('Key facts: a')
  setPhrases(() => GERMAN)
  expect(memoised('a')).toBe('Fakten: a')
})

const GERMAN: Phrases = {
  catalogue: { 'Key facts': 'Fakten' },
  pluralCategory: () => 'other',
  writeNumber: String,
  direction: 'ltr',
}
