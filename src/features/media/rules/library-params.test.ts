import { expect, it } from 'vitest'
import { hasLibraryFilter, parseLibraryFilter, parseLibraryParams } from './library-params.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'

it('reads valid parameters', () => {
  const raw = { q: ' ferry ', state: 'unused', person: ID, from: '2026-01-31', to: '2026-02-01' }
  expect(parseLibraryFilter(raw)).toEqual({ ...raw, q: 'ferry' })
  expect(parseLibraryFilter({ person: 'me' })).toEqual({ person: 'me' })
  expect(parseLibraryParams({ image: ID })).toEqual({ image: ID })
})

it.each([
  { q: '\0 ' },
  { q: 7 },
  { state: 'lost' },
  { person: "' or 1=1" },
  { from: '2026-02-30' },
  { to: 'tomorrow' },
  { image: 'new' },
  { other: 'x' },
])('ignores %o', (raw) => {
  const params = parseLibraryParams(raw)
  expect(params).toEqual({})
  expect(hasLibraryFilter(params)).toBe(false)
})
