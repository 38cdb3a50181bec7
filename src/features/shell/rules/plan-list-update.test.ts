import { describe, expect, it } from 'vitest'
import { articlesOf, isList, type List, planListUpdate } from './plan-list-update.ts'

/** One story for each letter; capitals are breaking. `words` identifies the edition. */
const list = (letters: string, words = 'new') =>
  [...letters].map((letter) => ({
    id: letter.toLowerCase(),
    isBreaking: letter !== letter.toLowerCase(),
    title: words,
  }))
const letters = (data: List) =>
  (articlesOf(data) as ReturnType<typeof list>)
    .map(({ id, isBreaking }) => (isBreaking ? id.toUpperCase() : id))
    .join('')

describe('planListUpdate', () => {
  it.each([
    ['the same stories', 'abc', 'abc', 'correct', ''],
    ['a new breaking flag', 'abc', 'aBc', 'correct', ''],
    ['a new story', 'abc', 'xabc', 'hold', 'x'],
    ['a new story that displaces the last one', 'abc', 'xab', 'hold', 'x'],
    ['a new story in between', 'abc', 'axbc', 'hold', 'x'],
    ['a removed story', 'abc', 'ac', 'hold', ''],
    ['a removed story replaced by an older one', 'abc', 'acd', 'hold', ''],
    ['an older story at the end', 'abc', 'abcd', 'hold', 'd'],
    ['another order', 'abc', 'bac', 'hold', ''],
    ['only new stories', 'abc', 'xyz', 'hold', 'xyz'],
    ['no stories left', 'abc', '', 'hold', ''],
    ['the first stories', '', 'ab', 'hold', 'ab'],
    ['still no stories', '', '', 'correct', ''],
  ])('%s: %s becomes %s', (_, shown, fresh, kind, newIds) => {
    const options = { mayMove: false }
    const decision = planListUpdate(list(shown, 'old'), list(fresh), options)
    expect(decision.kind).toBe(kind)
    expect('newIds' in decision ? decision.newIds.join('') : '').toBe(newIds)
    if (kind !== 'hold') return
    // Shown articles stay in place, except at the very top.
    expect(letters(decision.data)).toBe(shown)
    const atTop = planListUpdate(list(shown, 'old'), list(fresh), { ...options, mayMove: true })
    expect([atTop.kind, letters(atTop.data)]).toEqual(['apply', fresh])
  })

  it.each([
    ['another story becomes the hero', 'abc', 'Cab', 'abC'],
    ['the hero is no longer breaking', 'Cab', 'abc', 'cab'],
    ['a new story is added and another becomes breaking below', 'Abc', 'xABc', 'ABc'],
  ])('keeps the order while %s: %s becomes %s', (_, shown, fresh, result) => {
    const decision = planListUpdate(list(shown, 'old'), list(fresh), { mayMove: false })
    expect([decision.kind, letters(decision.data)]).toEqual(['hold', result])
  })

  it('updates shown stories, holds new ones, and leaves removed ones unchanged', () => {
    const { data } = planListUpdate(list('abc', 'old'), list('xab'), { mayMove: false })
    expect((data as unknown as { title: string }[]).map(({ title }) => title)).toEqual(['new', 'new', 'old'])
  })

  it('holds the order of containers, and keeps their titles', () => {
    const front = (title: string, ...each: string[]) => ({
      pages: each.map((one) => ({ title, articles: list(one) })),
    })
    const shown = front('Old', 'ab', 'cd')
    const { kind, data } = planListUpdate(shown, front('New', 'ab', 'dc'), { mayMove: false })
    expect([kind, data]).toEqual(['hold', shown])
  })

  it('preserves the loaded pages', () => {
    const pages = (...each: string[]) => ({
      pages: each.map((one) => ({ articles: list(one), next: one })),
      pageParams: each,
    })
    const shown = pages('ab', 'cd')
    const { kind, data } = planListUpdate(shown, pages('xa', 'bc'), { mayMove: false })
    expect([kind, data]).toEqual(['hold', shown])
  })
})

it.each([
  [[], true],
  [list('ab'), true],
  [{ pages: [{ articles: list('a') }], pageParams: [null] }, true],
  [{ pages: [{ articles: [] }] }, true],
  [{ id: '1', related: [] }, false],
  [{ pages: [{ html: '' }] }, false],
  [[1, 2], false],
  [null, false],
  [undefined, false],
  ['text', false],
])('%j is a list of stories: %j', (data, expected) => {
  expect(isList(data)).toBe(expected)
})
