import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOME_SIZE, orderHome } from '#features/articles/rules/order-home.ts'
import { type Candidates, fillFront } from './fill-front.ts'
import {
  type Container,
  createContainer,
  emptyFront,
  type Front,
  listPlaces,
  MOST_READ_SIZE,
  type Place,
} from './front.ts'

type Article = { id: string; isBreaking: boolean }

const NOW = new Date('2026-11-21T12:00:00Z')
const article = (id: string, isBreaking = false): Article => ({ id, isBreaking })
const latest = Array.from({ length: 30 }, (_, index) => article(`latest ${index}`))
const PINNED = article('pinned')

const candidates = (more: Partial<Candidates<Article>> = {}): Candidates<Article> => ({
  pinned: new Map([[PINNED.id, PINNED]]),
  latest,
  ofContainer: new Map(),
  ...more,
})
const pinAt = (index: number, place: Partial<Place> = {}): Front => {
  const front = emptyFront('home')
  return { ...front, places: front.places.with(index, { articleId: PINNED.id, pinnedUntil: null, ...place }) }
}
const ids = (front: Front, given = candidates(), now = NOW) =>
  fillFront(front, given, now).places.map((place) => place.article?.id)

describe('automatic places', () => {
  it.each([0, 1, 7, 20])(
    'follow the layout of the home page with %i articles and nothing pinned',
    (count) => {
      for (const breaking of [-1, 0, 3, 12]) {
        const given = latest.slice(0, count).map(({ id }, index) => article(id, index === breaking))
        expect(ids(emptyFront('home'), candidates({ latest: given })).filter(Boolean)).toEqual(
          orderHome(given)
            .slice(0, HOME_SIZE)
            .map(({ id }) => id),
        )
      }
    },
  )

  it('show the next articles around a pin', () => {
    expect(ids(pinAt(2)).slice(0, 4)).toEqual(['latest 0', 'latest 1', 'pinned', 'latest 2'])
  })

  it('keep a breaking article at its time when another one leads by hand', () => {
    const given = latest.with(3, article('latest 3', true))
    expect(ids(pinAt(0), candidates({ latest: given })).slice(0, 5)).toEqual([
      'pinned',
      'latest 0',
      'latest 1',
      'latest 2',
      'latest 3',
    ])
    expect(ids(pinAt(1), candidates({ latest: given }))[0]).toBe('latest 3')
  })

  it('skip hidden articles', () => {
    expect(ids({ ...emptyFront('home'), hidden: ['latest 0', 'latest 2'] }).slice(0, 2)).toEqual([
      'latest 1',
      'latest 3',
    ])
  })
})

describe('pins', () => {
  it('leave their place to the next article when theirs is withdrawn', () => {
    expect(ids(pinAt(0), candidates({ pinned: new Map() }))[0]).toBe('latest 0')
  })

  it('end at their time, to the millisecond', () => {
    const front = pinAt(0, { pinnedUntil: NOW.toISOString() })
    expect(ids(front, candidates(), new Date(+NOW - 1))[0]).toBe('pinned')
    expect(ids(front)[0]).toBe('latest 0')
    expect(fillFront(front, candidates(), NOW).places[0]?.pin).toBeNull()
  })

  it('lets an article return to its automatic place when its pin has ended', () => {
    const given = candidates({ latest: [PINNED, ...latest] })
    expect(ids(pinAt(5, { pinnedUntil: NOW.toISOString() }), given)[0]).toBe('pinned')
  })
})

describe('containers', () => {
  const id = 'c'
  const withContainer = (container: Container): Front => ({ ...emptyFront('home'), containers: [container] })
  const shown = (container: Container, own: Article[] = []) =>
    fillFront(
      withContainer(container),
      candidates({ ofContainer: new Map([[id, own]]) }),
      NOW,
    ).containers[0]?.places.map((place) => place.article?.id)

  it('show articles that are not shown above', () => {
    const own = [article('latest 3'), article('a'), article('latest 14'), article('b')]
    expect(shown(createContainer({ kind: 'section', id, title: '', category: 'Sport' }), own)).toEqual([
      'a',
      'b',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('show the pins of a list only', () => {
    const list = createContainer({ kind: 'list', id, title: 'Ours' })
    const places = list.places.with(1, { articleId: PINNED.id, pinnedUntil: null })
    expect(shown({ ...list, places })?.filter(Boolean)).toEqual(['pinned'])
  })

  it('rank the most read', () => {
    const own = Array.from({ length: 12 }, (_, index) => article(`read ${index}`))
    expect(shown(createContainer({ kind: 'mostRead', id, title: '' }), own)).toEqual(
      own.slice(0, MOST_READ_SIZE).map((one) => one.id),
    )
  })
})

const anyArticle = fc.record({
  id: fc.integer({ min: 0, max: 40 }).map(String),
  isBreaking: fc.boolean(),
})
const anyArticles = fc.uniqueArray(anyArticle, { selector: ({ id }) => id, maxLength: 40 })
const anyCase = fc
  .record({
    published: anyArticles,
    pins: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 60 }).map(String),
        at: fc.integer({ min: 0, max: HOME_SIZE + 9 }),
        isOver: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 20 },
    ),
    hidden: fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 10 }),
    own: fc.tuple(anyArticles, anyArticles),
  })
  .map(({ published, pins, hidden, own }) => {
    const front = emptyFront('home')
    const containers = ['x', 'y'].map((id, index) =>
      createContainer(
        index === 0
          ? { kind: 'section', id, title: '', category: 'TV' }
          : { kind: 'topic', id, title: '', topicId: 't' },
      ),
    )
    const groups = [front.places, ...containers.map(({ places }) => places)].map((places) => [...places])
    for (const { id, at, isOver } of pins) {
      const [group, index] = at < HOME_SIZE ? [0, at] : at < HOME_SIZE + 5 ? [1, at - 15] : [2, at - 20]
      const places = groups[group]
      if (places) places[index] = { articleId: id, pinnedUntil: isOver ? NOW.toISOString() : null }
    }
    const filled: Front = {
      places: groups[0] ?? [],
      containers: containers.map((container, index) => ({ ...container, places: groups[index + 1] ?? [] })),
      hidden: hidden.filter((id) => !pins.some((pin) => pin.id === id)),
    }
    return {
      front: filled,
      given: {
        pinned: new Map(published.map((one) => [one.id, one])),
        latest: published,
        ofContainer: new Map([
          ['x', own[0]],
          ['y', own[1]],
        ]),
      },
    }
  })

it('shows each pin in its place, the next unpinned article in the others, and no article twice', () => {
  fc.assert(
    fc.property(anyCase, ({ front, given }) => {
      const filled = fillFront(front, given, NOW)
      const places = [filled.places, ...filled.containers.map((container) => container.places)].flat()
      const shown = places.flatMap((place) => place.article?.id ?? [])
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.filter((id) => front.hidden.includes(id))).toEqual([])
      const decided = listPlaces(front)
      const active = decided.map(({ place }) =>
        place.articleId !== null && place.pinnedUntil === null
          ? given.pinned.get(place.articleId)
          : undefined,
      )
      const pinnedIds = new Set(active.flatMap((one) => one?.id ?? []))
      places.forEach((place, index) => {
        const pinned = active[index]
        if (pinned) expect(place).toEqual({ article: pinned, pin: decided[index]?.place })
        else {
          expect(place.pin).toBeNull()
          if (place.article) expect(pinnedIds.has(place.article.id)).toBe(false)
        }
      })
      // Automatic places at the top show the first articles of a page without pins.
      const free = given.latest.filter(({ id }) => !pinnedIds.has(id) && !front.hidden.includes(id))
      const wanted = active[0] ? free : orderHome(free)
      const automatic = filled.places.filter(({ pin }) => pin === null).map(({ article }) => article)
      expect(automatic).toEqual(automatic.map((_, index) => wanted[index] ?? null))
    }),
  )
})
