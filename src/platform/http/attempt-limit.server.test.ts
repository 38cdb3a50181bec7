import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAttemptLimit, wideNetworkOf } from './attempt-limit.server.ts'

const LIMIT = { perAddress: 2, inTotal: 4, seconds: 60 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('limits the attempts of an address, returns the wait time and resets afterwards', async () => {
  const limit = createAttemptLimit(LIMIT)
  expect(await limit.take('192.0.2.1')).toBeNull()
  vi.advanceTimersByTime(20_000)
  expect(await limit.take('192.0.2.1')).toBeNull()
  expect(await limit.take('192.0.2.1')).toBe(40)
  vi.advanceTimersByTime(39_500)
  expect(await limit.take('192.0.2.1')).toBe(1)
  vi.advanceTimersByTime(500)
  expect(await limit.take('192.0.2.1')).toBeNull()
})

it('counts the attempts of each address separately', async () => {
  const limit = createAttemptLimit(LIMIT)
  for (let attempt = 0; attempt < 50; attempt += 1) await limit.take('192.0.2.1')
  expect(await limit.take('192.0.2.2')).toBeNull()
  expect(await limit.take('192.0.2.2')).toBeNull()
})

it('limits the attempts of all addresses in total', async () => {
  const limit = createAttemptLimit(LIMIT)
  const waits = []
  for (let host = 1; host <= 6; host += 1) waits.push(await limit.take(`192.0.2.${host}`))
  expect(waits).toEqual([null, null, null, null, 60, 60])
  vi.advanceTimersByTime(60_000)
  expect(await limit.take('192.0.2.6')).toBeNull()
})

it('counts the addresses of an IPv6 /64 network as one', async () => {
  const limit = createAttemptLimit(LIMIT)
  expect(await limit.take('2001:db8:0:1::1')).toBeNull()
  expect(await limit.take('2001:db8:0:1:ffff::2')).toBeNull()
  expect(await limit.take('2001:db8:0:1::3')).toBe(60)
  expect(await limit.take('2001:db8:0:2::1')).toBeNull()
})

it('counts unknown addresses as one', async () => {
  const limit = createAttemptLimit(LIMIT)
  expect([await limit.take(''), await limit.take(''), await limit.take('')]).toEqual([null, null, 60])
})

it.each([
  ['192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:ffff::1', '2001:db8:1::'],
  ['', ''],
])('finds the wide network of %j: %j', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})
