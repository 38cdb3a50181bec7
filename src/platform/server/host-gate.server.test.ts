import type { IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { createHostGate } from './host-gate.server.ts'

function judged(headers: Record<string, string> | string[], trustedProxies = 0): string {
  const gate = createHostGate({
    decide: (host, scheme) => ({ kind: 'reject', status: 421, reason: `${host} ${scheme}` }),
    trustedProxies,
  })
  const rawHeaders = Array.isArray(headers) ? headers : Object.entries(headers).flat()
  const decision = gate.decide({ rawHeaders, socket: {} } as IncomingMessage)
  return decision.kind === 'reject' ? decision.reason : decision.kind
}

describe('the requested host and protocol', () => {
  it.each([
    [{ Host: 'a.example' }, 'a.example http'],
    [{ hOST: 'a.example' }, 'a.example http'],
    [{}, 'undefined http'],
    [['Host', 'a.example', 'Host', 'a.example'], 'undefined http'],
    [['Host', 'a.example', 'Date', 'x', 'host', 'b.example'], 'undefined http'],
    [{ Host: 'a.example', 'X-Forwarded-Host': 'b.example' }, 'a.example http'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'http' }, 'a.example http'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'https' }, 'a.example unknown'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'HTTPS, http' }, 'a.example unknown'],
    [{ Host: 'a.example', 'Sec-Fetch-Site': 'none' }, 'a.example unknown'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'http', 'Sec-Fetch-Site': 'none' }, 'a.example unknown'],
  ])('%j, without a trusted proxy: %s', (headers, expected) => {
    expect(judged(headers)).toBe(expected)
  })

  it.each([
    [{ Host: 'a.example' }, 'a.example http'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'https' }, 'a.example https'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'https, http' }, 'a.example http'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'http, https' }, 'a.example https'],
    [{ Host: 'a.example', 'X-Forwarded-Proto': 'gopher' }, 'a.example http'],
    [{ Host: 'a.example', 'Sec-Fetch-Site': 'none' }, 'a.example unknown'],
    [{ Host: 'inner:3000', 'X-Forwarded-Host': 'a.example' }, 'a.example http'],
    [{ Host: 'inner:3000', 'X-Forwarded-Host': 'evil.example, a.example' }, 'a.example http'],
    [{ Host: 'inner:3000', 'X-Forwarded-Host': '' }, 'inner:3000 http'],
  ])('%j, behind a trusted proxy: %s', (headers, expected) => {
    expect(judged(headers, 1)).toBe(expected)
  })
})

describe('the cache of decisions', () => {
  const request = (host: string) => ({ rawHeaders: ['Host', host] }) as IncomingMessage
  const openGate = () => {
    const decide = vi.fn(() => ({ kind: 'serve', isStrict: false }) as const)
    return { decide, gate: createHostGate({ decide, trustedProxies: 0 }) }
  }

  it('computes a decision once for a host until it is cleared', () => {
    const { decide, gate } = openGate()
    for (let time = 0; time < 3; time++) gate.decide(request('a.example'))
    expect(decide).toHaveBeenCalledTimes(3)
    gate.clearCache()
    gate.decide(request('a.example'))
    expect(decide).toHaveBeenCalledTimes(6)
  })

  it('is bounded and evicts old hosts', () => {
    const { decide, gate } = openGate()
    for (let index = 0; index < 5_000; index++) gate.decide(request(`${index}.example`))
    gate.decide(request('a.example'))
    decide.mockClear()
    gate.decide(request('a.example'))
    expect(decide).not.toHaveBeenCalled()
    gate.decide(request('0.example'))
    expect(decide).toHaveBeenCalled()
  })

  it('does not store a host that is too long', () => {
    const { decide, gate } = openGate()
    for (let time = 0; time < 2; time++) gate.decide(request('a'.repeat(300)))
    expect(decide).toHaveBeenCalledTimes(6)
  })
})
