import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { parseTrustedProxies } from '#platform/process/client-address.ts'
import { createProxyNotice } from './proxy-notice.server.ts'

async function notice(setting: string, requests: { from: string; headers: Record<string, string> }[]) {
  const onUntrusted = vi.fn()
  const handle = createProxyNotice({ trustedProxies: parseTrustedProxies(setting) ?? 0, onUntrusted })
  for (const { from, headers } of requests) {
    const rawHeaders = Object.entries(headers).flat()
    const request = { headers, rawHeaders, socket: { remoteAddress: from } } as unknown as IncomingMessage
    expect(await handle('/', request, {} as ServerResponse)).toBe(false)
  }
  return onUntrusted.mock.calls.flat()
}

const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

describe('createProxyNotice', () => {
  it.each([
    ['off', '127.0.0.1', forwarded],
    ['off', '::1', { 'x-forwarded-proto': 'https' }],
    ['off', '::ffff:172.17.0.1', { 'x-forwarded-host': 'news.example.org' }],
    ['off', 'fd00::7', forwarded],
    ['192.168.7.0/24', '10.0.0.2', forwarded],
  ])('with TRUST_PROXY=%s reports %s with forwarding headers once', async (setting, from, headers) => {
    const [address, ...others] = await notice(setting, [
      { from, headers },
      { from, headers },
    ])
    expect(from).toContain(address)
    expect(others).toEqual([])
  })

  it.each([
    ['on', '127.0.0.1', forwarded],
    ['10.0.0.0/8', '10.0.0.2', forwarded],
    ['off', '127.0.0.1', { host: 'localhost' }],
    // Anybody on the internet may send these headers.
    ['off', '203.0.113.9', forwarded],
    ['off', '2001:db8::1', forwarded],
  ])('with TRUST_PROXY=%s does not report %s with %j', async (setting, from, headers) => {
    expect(await notice(setting, [{ from, headers }])).toEqual([])
  })
})
