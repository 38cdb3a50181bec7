import { describe, expect, it } from 'vitest'
import { applyChange } from './apply-change.ts'
import { fillFront } from './fill-front.ts'
import { emptyFront, type Front, type FrontChange } from './front.ts'
import {
  dropChange,
  findPlaceOf,
  listShownPlaces,
  neighbourOf,
  omitFurtherEmpty,
  type ShownPlace,
} from './place-moves.ts'

const now = new Date('2026-11-29T12:00:00Z')
const articles = Array.from({ length: 20 }, (_, index) => ({
  id: `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
  title: `Article ${index}`,
  isBreaking: false,
}))
const [a, b, c] = articles as [(typeof articles)[0], (typeof articles)[0], (typeof articles)[0]]
const sport = {
  kind: 'section',
  category: 'Sport',
  title: '',
  id: 'c0000000-0000-4000-8000-000000000000',
} as const

function shown(front: Front): ShownPlace[] {
  const pinned = new Map(articles.map((article) => [article.id, article]))
  const filled = fillFront(front, { pinned, latest: articles, ofContainer: new Map() }, now)
  return listShownPlaces('home', front, filled, () => 'Sport')
}

function applied(front: Front, ...changes: (FrontChange | undefined)[]): Front {
  return changes.reduce<Front>((current, change) => {
    if (!change) return current
    const result = applyChange(current, change, now)
    if (result.kind !== 'changed') throw new Error(JSON.stringify(result))
    return result.front
  }, front)
}

const pin = (index: number, articleId: string): FrontChange => ({
  kind: 'pin',
  place: { container: null, index },
  articleId,
  until: null,
})
const at = (places: ShownPlace[], index: number) => places[index] as ShownPlace

describe('listShownPlaces', () => {
  it('names each place, and has what it shows and why', () => {
    const front = applied(emptyFront('home'), pin(1, c.id), { kind: 'addContainer', container: sport })
    const places = shown(front)
    expect(places).toHaveLength(20)
    expect(at(places, 0)).toMatchObject({ name: 'Main story', article: a, pin: null, isActive: false })
    expect(at(places, 1)).toMatchObject({ name: 'Featured 1', article: c, isActive: true })
    expect(at(places, 15)).toMatchObject({ name: 'Sport: Lead', shortName: 'Lead', article: null, pin: null })
    expect(omitFurtherEmpty(places)).toEqual(places.slice(0, 16))
    expect(new Set(places.map(({ key }) => key)).size).toBe(20)
  })

  it('tells a pin that is not shown, since its article is not published, from one that is', () => {
    const gone = 'ffffffff-0000-4000-8000-000000000000'
    const place = at(shown(applied(emptyFront('home'), pin(0, gone))), 0)
    expect(place).toMatchObject({ pin: { articleId: gone }, isActive: false, article: a })
  })
})

describe('dropChange', () => {
  it('pins an article of the list in an automatic place', () => {
    const places = shown(emptyFront('home'))
    expect(dropChange({ article: c }, at(places, 0), 'replace')).toEqual(pin(0, c.id))
    expect(dropChange({ article: c }, at(places, 0), 'insert')).toEqual(pin(0, c.id))
  })

  it('exchanges two pins, and keeps their ends', () => {
    const until = '2026-11-30T12:00:00.000Z'
    const front = applied(
      emptyFront('home'),
      { kind: 'pin', place: { container: null, index: 0 }, articleId: a.id, until },
      pin(3, b.id),
    )
    const places = shown(front)
    const change = dropChange({ article: a, from: at(places, 0) }, at(places, 3), 'replace')
    const moved = applied(front, change)
    expect(moved.places[0]).toMatchObject({ articleId: b.id, pinnedUntil: null })
    expect(moved.places[3]).toMatchObject({ articleId: a.id, pinnedUntil: until })
  })

  it('moves a pin to an automatic place with its end, and leaves the former place automatic', () => {
    const until = '2026-11-30T12:00:00.000Z'
    const front = applied(emptyFront('home'), {
      kind: 'pin',
      place: { container: null, index: 0 },
      articleId: c.id,
      until,
    })
    const places = shown(front)
    const moved = applied(front, dropChange({ article: c, from: at(places, 0) }, at(places, 2), 'replace'))
    expect(moved.places[0]?.articleId).toBeNull()
    expect(moved.places[2]).toMatchObject({ articleId: c.id, pinnedUntil: until })
  })

  it('pins an article that is shown automatically where it is dropped, even in its own place', () => {
    const places = shown(emptyFront('home'))
    const from = at(places, 1)
    expect(dropChange({ article: b, from }, at(places, 4), 'replace')).toEqual(pin(4, b.id))
    expect(dropChange({ article: b, from }, from, 'replace')).toEqual(pin(1, b.id))
  })

  it('changes nothing if a pin is dropped in its own place', () => {
    const places = shown(applied(emptyFront('home'), pin(1, b.id)))
    expect(dropChange({ article: b, from: at(places, 1) }, at(places, 1), 'replace')).toBeUndefined()
  })

  it('inserts above a pin, which moves down', () => {
    const front = applied(emptyFront('home'), pin(0, a.id))
    const moved = applied(front, dropChange({ article: c }, at(shown(front), 0), 'insert'))
    expect(moved.places.slice(0, 3).map(({ articleId }) => articleId)).toEqual([c.id, a.id, null])
  })
})

it('neighbours are in the same group', () => {
  const places = shown(applied(emptyFront('home'), { kind: 'addContainer', container: sport }))
  expect(neighbourOf(places, at(places, 0), 1)).toBe(at(places, 1))
  expect(neighbourOf(places, at(places, 0), -1)).toBeUndefined()
  expect(neighbourOf(places, at(places, 14), 1)).toBeUndefined()
  expect(neighbourOf(places, at(places, 15), -1)).toBeUndefined()
})

it('a pinned article is found in its place even while it is not shown', () => {
  const gone = 'ffffffff-0000-4000-8000-000000000000'
  const places = shown(applied(emptyFront('home'), pin(2, gone)))
  expect(findPlaceOf(places, gone)).toBe(at(places, 2))
  expect(findPlaceOf(places, a.id)).toBe(at(places, 0))
  expect(findPlaceOf(places, '11111111-0000-4000-8000-000000000000')).toBeUndefined()
})
