import { describe, expect, it } from 'vitest'
import { createRecentEvents, eventText } from './recent-events.ts'

function start(capacity = 3) {
  const clock = { now: 1_000 }
  const recent = createRecentEvents({ run: 'a', capacity, now: () => clock.now })
  const addAll = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      clock.now += 100
      recent.add([`tag ${index + 1}`], clock.now)
    }
  }
  return { clock, recent, addAll }
}
const numbers = (events: string[] | undefined) =>
  events?.map((text) => Number(/^id: a-(\d+)$/m.exec(text)?.[1]))

it('writes an event in the form of the HTML standard', () => {
  expect(eventText({ event: 'reset', id: 'a-1', data: '' })).toBe('event: reset\nid: a-1\ndata: \n\n')
  expect(start().recent.add(['settings', 'article:1'], 0)).toBe('id: a-1\ndata: ["settings","article:1"]\n\n')
})

describe('after an id', () => {
  it.each([
    ['a-5', []],
    ['a-4', [5]],
    ['a-2', [3, 4, 5]],
    ['a-1', undefined],
    ['a-0', undefined],
    ['a-6', undefined],
    ['a--1', undefined],
    ['a-', undefined],
    ['a', undefined],
    ['b-5', undefined],
    ['a-5x', undefined],
    ['a-1e0', undefined],
    ['a-99999999999999999999', undefined],
    ['', undefined],
  ])('%j of five events, of which three are stored, returns %j', (id, missed) => {
    const { recent, addAll } = start()
    addAll(5)
    expect(numbers(recent.after(id))).toEqual(missed)
  })

  it('returns nothing before the first event', () => {
    const { recent } = start()
    expect([recent.lastId, recent.after('a-0')]).toEqual(['a-0', []])
  })

  it('stores no more than the limit', () => {
    const { recent, addAll } = start()
    addAll(1_000)
    expect(recent.size).toBe(3)
  })
})

describe('within the last milliseconds', () => {
  // Events at 1100 to 1500, stored from 1300; the time is 1500.
  it.each([
    [0, [5]],
    [99, [5]],
    [100, [4, 5]],
    [299, [3, 4, 5]],
    [300, undefined],
    [501, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%d returns %j', (ms, missed) => {
    const { recent, addAll } = start()
    addAll(5)
    expect(numbers(recent.within(ms))).toEqual(missed)
  })

  it('covers only the time since the start', () => {
    const { clock, recent } = start()
    clock.now += 500
    expect([recent.within(499), recent.within(500)]).toEqual([[], undefined])
  })
})

describe('after a gap', () => {
  it('existing clients are reset, and new clients are not', () => {
    const { clock, recent, addAll } = start()
    addAll(2)
    expect(recent.forget()).toBe('event: reset\nid: a-3\ndata: \n\n')
    clock.now += 50
    expect([recent.after('a-2'), recent.after('a-3')]).toEqual([undefined, []])
    expect([recent.within(50), recent.within(49)]).toEqual([undefined, []])
    addAll(1)
    expect(numbers(recent.after('a-3'))).toEqual([4])
  })
})
