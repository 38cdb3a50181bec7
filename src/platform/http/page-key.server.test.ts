import type { IncomingMessage } from 'node:http'
import { toJSON } from 'seroval'
import { describe, expect, it } from 'vitest'
import { canonicalPayload, pageKey } from './page-key.server.ts'

const request = {
  headers: { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' },
} as unknown as IncomingMessage
const keyOf = (payload: string) =>
  pageKey(
    { path: '/_serverFn/abc', name: '/_serverFn/abc', query: `?payload=${encodeURIComponent(payload)}` },
    request,
    new Map(),
  )

it('14,000 ways to write a call have one key', () => {
  const keys = new Set<string | undefined>()
  for (let copy = 0; copy < 7_000; copy++) {
    const payload = JSON.stringify(toJSON({ data: { id: 'a' }, context: { copy } }))
    keys.add(keyOf(payload))
    keys.add(keyOf(payload.replace('{', `{"copy":${copy},`)))
  }
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^\/_serverFn\/abc\?payload=/)
})

it('a payload without data has the key of a call without a payload', () => {
  expect(keyOf(JSON.stringify(toJSON({ context: { copy: 1 } })))).toBe('/_serverFn/abc')
  expect(keyOf('')).toBe('/_serverFn/abc')
})

it('an invalid payload has no key', () => {
  expect(keyOf('{}')).toBeUndefined()
})

const serialise = (value: unknown) => JSON.stringify(toJSON(value))

describe('canonicalPayload', () => {
  it.each([
    ['another order of names', { data: { b: 2, a: 'x' } }],
    ['an undefined member', { data: { a: 'x', b: 2, c: undefined } }],
    ['a context', { context: { copy: 1 }, data: { a: 'x', b: 2 } }],
    ['further arguments', { data: { a: 'x', b: 2 }, copy: 1 }],
  ])('is the same for %s', (_, value) => {
    expect(canonicalPayload(serialise(value))).toBe(canonicalPayload(serialise({ data: { a: 'x', b: 2 } })))
  })

  it('is the same for other JSON of the same data', () => {
    const payload = serialise({ data: { a: '<' } })
    const variants = [
      ` ${payload} `,
      payload.replace('{', '{"copy":1,'),
      payload.replaceAll('"i":', '"i":7'),
      payload.replace(/"f":\d+/, '"f":0'),
      payload.replace('\\\\x3C', '<'),
    ]
    for (const variant of variants) {
      expect(variant).not.toBe(payload)
      expect(canonicalPayload(variant), variant).toBe(payload)
    }
  })

  it.each(['', serialise({}), serialise({ data: undefined }), serialise({ context: { a: 1 } })])(
    'is empty without data: %s',
    (payload) => {
      expect(canonicalPayload(payload)).toBe('')
    },
  )

  it.each([
    [{ data: 'x' }, { data: 'y' }],
    [{ data: 1 }, { data: '1' }],
    [{ data: ['a', 'b'] }, { data: ['b', 'a'] }],
    [{ data: null }, { data: false }],
  ])('differs for %j and %j', (a, b) => {
    expect(canonicalPayload(serialise(a))).not.toBe(canonicalPayload(serialise(b)))
  })

  it.each(['{}', 'null', '{', serialise('x').slice(1), serialise({ data: /x/ }), serialise(null)])(
    'rejects %s',
    (payload) => {
      expect(canonicalPayload(payload)).toBeUndefined()
    },
  )

  it('rejects objects that occur twice, which could grow without bound', () => {
    let data: unknown[] = []
    for (let level = 0; level < 25; level++) data = [data, data]
    const payload = serialise({ data })
    expect(payload.length).toBeLessThan(2_000)
    expect(canonicalPayload(payload)).toBeUndefined()
  })
})
