import type { IncomingMessage } from 'node:http'
import { toJSON } from 'seroval'
import { expect, it } from 'vitest'
import { pageKey } from './page-key.server.ts'

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
