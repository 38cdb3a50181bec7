import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOME_SIZE } from '#features/articles/rules/order-home.ts'
import { applyChange } from './apply-change.ts'
import {
  AUTOMATIC,
  emptyFront,
  type Front,
  type FrontChange,
  frontChange,
  listPlaces,
  MAX_CONTAINERS,
  MAX_HIDDEN,
} from './front.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = '2026-11-21T18:00:00.000Z'
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [A, B, C, D] = [uuid(1), uuid(2), uuid(3), uuid(4)] as const
const top = (index: number) => ({ container: null, index })
const pin = (index: number, articleId: string): FrontChange => ({
  kind: 'pin',
  place: top(index),
  articleId,
  until: null,
})

function apply(front: Front, ...changes: FrontChange[]): Front {
  return changes.reduce((before, change) => {
    const result = applyChange(before, change, NOW)
    if (result.kind === 'refused') throw new Error(result.reason)
    return result.kind === 'changed' ? result.front : before
  }, front)
}

const home = emptyFront('home')
const pins = (front: Front) => front.places.slice(0, 5).map(({ articleId }) => articleId)
const refusal = (front: Front, change: FrontChange) => applyChange(front, change, NOW)

describe('pins', () => {
  it('pins, replaces and unpins', () => {
    const front = apply(home, pin(0, A), pin(0, B))
    expect(pins(front)).toEqual([B, null, null, null, null])
    expect(apply(front, { kind: 'unpin', place: top(0), articleId: B })).toEqual(home)
  })

  it('moves an article that is pinned elsewhere, with its headline and image', () => {
    const front = apply(
      home,
      pin(0, A),
      { kind: 'setHeadline', place: top(0), articleId: A, title: 'For the front' },
      { kind: 'setImage', place: top(0), articleId: A, image: 'tea.jpg' },
      pin(3, A),
    )
    expect(pins(front)).toEqual([null, null, null, A, null])
    expect(front.places[3]).toEqual({
      articleId: A,
      pinnedUntil: null,
      title: 'For the front',
      image: 'tea.jpg',
    })
  })

  it('sets and ends the headline, the image and the end of a pin', () => {
    const place = { place: top(0), articleId: A }
    const set = apply(
      home,
      pin(0, A),
      { kind: 'setHeadline', ...place, title: 'T' },
      { kind: 'setImage', ...place, image: 'tea.jpg' },
      { kind: 'pinUntil', ...place, until: LATER },
    )
    expect(set.places[0]).toEqual({ articleId: A, pinnedUntil: LATER, title: 'T', image: 'tea.jpg' })
    const ended = apply(
      set,
      { kind: 'setHeadline', ...place, title: '' },
      { kind: 'setImage', ...place, image: null },
      { kind: 'pinUntil', ...place, until: null },
    )
    expect(ended).toEqual(apply(home, pin(0, A)))
  })

  it('inserts an article, moving the pins below it down to the next automatic place', () => {
    const front = apply(home, pin(0, A), pin(1, B), pin(3, C), {
      kind: 'insert',
      place: top(0),
      articleId: D,
      until: null,
    })
    expect(pins(front)).toEqual([D, A, B, C, null])
    expect(front.places).toHaveLength(HOME_SIZE)
  })

  it('drops the last article of a full group when another is inserted', () => {
    const full = apply(
      home,
      ...Array.from({ length: HOME_SIZE }, (_, index) => pin(index, uuid(100 + index))),
    )
    const front = apply(full, { kind: 'insert', place: top(13), articleId: A, until: null })
    expect(front.places.slice(12).map(({ articleId }) => articleId)).toEqual([uuid(112), A, uuid(113)])
  })

  it('exchanges two places', () => {
    const swapped = apply(home, pin(0, A), pin(2, B), {
      kind: 'swap',
      place: top(0),
      articleId: A,
      to: top(2),
    })
    expect(pins(swapped)).toEqual([B, null, A, null, null])
    const moved = apply(swapped, { kind: 'swap', place: top(0), articleId: B, to: top(1) })
    expect(pins(moved)).toEqual([null, B, A, null, null])
  })

  it.each<[string, FrontChange]>([
    [
      'a place whose article a colleague has replaced',
      { kind: 'pinUntil', place: top(0), articleId: B, until: null },
    ],
    ['a place that does not exist', pin(HOME_SIZE, B)],
    ['a container that does not exist', { kind: 'renameContainer', container: A, title: 'Other' }],
    ['an end in the past', { kind: 'pin', place: top(1), articleId: B, until: '2026-11-21T11:59:00Z' }],
  ])('refuses %s, with a reason', (_, change) => {
    expect(refusal(apply(home, pin(0, A)), change)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/\.$/),
    })
  })
})

describe('hidden articles', () => {
  it('hides an article, which leaves its place, and shows it again when it is pinned', () => {
    const hidden = apply(home, pin(0, A), { kind: 'hide', articleId: A })
    expect(hidden).toEqual({ ...home, hidden: [A] })
    expect(apply(hidden, { kind: 'unhide', articleId: A })).toEqual(home)
    expect(apply(hidden, pin(1, A)).hidden).toEqual([])
  })

  it('limits their number', () => {
    const full = { ...home, hidden: Array.from({ length: MAX_HIDDEN }, (_, index) => uuid(index)) }
    expect(refusal(full, { kind: 'hide', articleId: uuid(999) }).kind).toBe('refused')
  })
})

describe('containers', () => {
  const add = (n: number, title = `List ${n}`): FrontChange => ({
    kind: 'addContainer',
    container: { kind: 'list', id: uuid(n), title },
  })
  const names = (front: Front) => front.containers.map(({ title }) => title)

  it('adds, moves, renames and removes them', () => {
    const front = apply(home, add(1), add(2), add(3))
    expect(names(front)).toEqual(['List 1', 'List 2', 'List 3'])
    expect(names(apply(front, { kind: 'moveContainer', container: uuid(3), index: 0 }))).toEqual([
      'List 3',
      'List 1',
      'List 2',
    ])
    expect(names(apply(front, { kind: 'renameContainer', container: uuid(1), title: 'Best' }))).toContain(
      'Best',
    )
    expect(names(apply(front, { kind: 'removeContainer', container: uuid(1) }))).toEqual(['List 2', 'List 3'])
  })

  it('adds one for a repeated request, and keeps pins when another is removed', () => {
    const front = apply(home, add(1), add(1), add(2), {
      kind: 'pin',
      place: { container: uuid(2), index: 1 },
      articleId: A,
      until: null,
    })
    const left = apply(front, { kind: 'removeContainer', container: uuid(1) })
    expect(left.containers).toEqual([front.containers[1]])
    expect(left.containers[0]?.places[1]).toEqual({ articleId: A, pinnedUntil: null })
  })

  it('refuses a list without a title, which has no default', () => {
    expect(refusal(home, add(1, '')).kind).toBe('refused')
    const rename: FrontChange = { kind: 'renameContainer', container: uuid(1), title: '' }
    expect(refusal(apply(home, add(1)), rename).kind).toBe('refused')
  })

  it('refuses a second container of the same section, topic or kind, and too many', () => {
    const section = (n: number): FrontChange => ({
      kind: 'addContainer',
      container: { kind: 'section', id: uuid(n), title: '', category: 'Sport' },
    })
    expect(refusal(apply(home, section(1)), section(2)).kind).toBe('refused')
    const full = apply(home, ...Array.from({ length: MAX_CONTAINERS }, (_, index) => add(index)))
    expect(refusal(full, add(99)).kind).toBe('refused')
  })
})

const anyId = fc.integer({ min: 0, max: 8 }).map(uuid)
const anyPlace = fc.record({
  container: fc.option(anyId),
  index: fc.integer({ min: 0, max: HOME_SIZE }),
})
const anyChange = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pin' as const, 'insert' as const),
    place: anyPlace,
    articleId: anyId,
    until: fc.constantFrom(null, LATER),
  }),
  fc.record({ kind: fc.constant('swap' as const), place: anyPlace, articleId: anyId, to: anyPlace }),
  fc.record({ kind: fc.constantFrom('hide' as const, 'unhide' as const), articleId: anyId }),
  fc.record({ kind: fc.constant('unpin' as const), place: anyPlace, articleId: anyId }),
  fc.record({
    kind: fc.constant('addContainer' as const),
    container: fc.oneof(
      fc.record({ kind: fc.constant('list' as const), id: anyId, title: fc.constant('') }),
      fc.record({
        kind: fc.constant('section' as const),
        id: anyId,
        title: fc.constant(''),
        category: fc.constant('TV' as const),
      }),
    ),
  }),
  fc.record({ kind: fc.constant('removeContainer' as const), container: anyId }),
  fc.record({
    kind: fc.constant('moveContainer' as const),
    container: anyId,
    index: fc.integer({ min: 0, max: MAX_CONTAINERS }),
  }),
)

it('keeps the places, and never pins an article twice or hides a pinned one, whatever editors do', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
      const front = changes.reduce<Front>((before, change) => {
        const copy = structuredClone(before)
        const result = applyChange(before, frontChange.parse(change), NOW)
        expect(before).toEqual(copy)
        return result.kind === 'changed' ? result.front : before
      }, home)
      const pinned = listPlaces(front).flatMap(({ place }) => place.articleId ?? [])
      expect(new Set([...pinned, ...front.hidden]).size).toBe(pinned.length + front.hidden.length)
      expect(front.places).toHaveLength(HOME_SIZE)
      expect(listPlaces(front).filter(({ place }) => place.articleId === null && 'title' in place)).toEqual(
        [],
      )
      expect(new Set(front.containers.map(({ id }) => id)).size).toBe(front.containers.length)
    }),
  )
})

it('leaves an uncurated front when everything is undone by hand', () => {
  const front = apply(home, pin(4, A), { kind: 'hide', articleId: B })
  const back = apply(front, { kind: 'unpin', place: top(4), articleId: A }, { kind: 'unhide', articleId: B })
  expect(back.places.every((place) => place === AUTOMATIC || place.articleId === null)).toBe(true)
  expect(back).toEqual(home)
})
