import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, forwardedValue, isTrustedProxy, parseTrustedProxies } from './client-address.ts'

function request(remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { rawHeaders: Object.entries(headers).flat(), socket: { remoteAddress } } as IncomingMessage
}

function trusted(setting: string) {
  const parsed = parseTrustedProxies(setting)
  if (parsed === undefined) throw new Error(`invalid: ${setting}`)
  return parsed
}

const addressOf = (setting: string, peer: string | undefined, forwardedFor?: string) =>
  clientAddress(
    request(peer, forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
    trusted(setting),
  )

describe('TRUST_PROXY', () => {
  it.each(['off', 'on', '0', '2', '10', '10.0.0.0/8', '127.0.0.1', '172.16.0.0/12, fd00::/8 ::1'])(
    'accepts %s',
    (text) => {
      expect(parseTrustedProxies(text)).toBeDefined()
    },
  )

  it.each([
    '',
    'yes',
    '11',
    '-1',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '::/129',
    'proxy.example',
    '10.0.0.0/x',
    ',',
  ])('rejects %j', (text) => {
    expect(parseTrustedProxies(text)).toBeUndefined()
  })
})

describe('without a proxy, the client address is that of the connection', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
    [undefined, ''],
  ])('%s', (peer, address) => {
    expect(addressOf('off', peer)).toBe(address)
    expect(addressOf('on', peer)).toBe(address)
    expect(addressOf('off', peer, '8.8.8.8')).toBe(address)
    expect(addressOf('10.0.0.0/8', peer, '8.8.8.8')).toBe(address)
  })
})

describe('behind trusted proxies, the client address is', () => {
  it.each([
    ['the one that the proxy added', 'on', '8.8.8.8', '8.8.8.8'],
    ['not an entry that the client sent', 'on', '1.1.1.1, 8.8.4.4, 8.8.8.8', '8.8.8.8'],
    [
      'the private address that a container network shows, not a forged one',
      'on',
      '8.8.4.4, 172.17.0.1',
      '172.17.0.1',
    ],
    ['the same with the number of proxies', '1', '8.8.4.4, 172.17.0.1', '172.17.0.1'],
    ['the same with the network of the proxy alone', '172.16.0.1/32', '8.8.4.4, 172.17.0.1', '172.17.0.1'],
    ['that before the second of two proxies', '2', '1.1.1.1, 8.8.8.8, 172.17.0.1', '8.8.8.8'],
    ['that before the last proxy of a network', '172.16.0.0/12', '1.1.1.1, 8.8.8.8, 172.17.0.1', '8.8.8.8'],
    ['the first entry if there are fewer than proxies', '3', '8.8.8.8', '8.8.8.8'],
    ['without a port', 'on', '8.8.8.8:4711', '8.8.8.8'],
    ['IPv6 without a port', 'on', '[2A00::1]:4711', '2a00::1'],
    ['an IPv4-mapped address as IPv4', 'on', '::ffff:8.8.8.8', '8.8.8.8'],
    ['not an entry before an unreadable one', '3', '8.8.8.8, unknown', '172.16.0.1'],
    ['that of the connection when the header is invalid', 'on', '<script>, ,', '172.16.0.1'],
    ['that of the connection when the header is empty', 'on', '', '172.16.0.1'],
  ])('%s (TRUST_PROXY=%s)', (_, setting, forwardedFor, address) => {
    expect(addressOf(setting, '172.16.0.1', forwardedFor)).toBe(address)
  })

  it('joined from repeated headers', () => {
    const rawHeaders = ['X-Forwarded-For', '1.1.1.1', 'x-forwarded-for', '8.8.8.8']
    const repeated = { rawHeaders, socket: { remoteAddress: '10.0.0.1' } } as IncomingMessage
    expect(clientAddress(repeated, 1)).toBe('8.8.8.8')
  })
})

describe('the forwarded scheme and host are', () => {
  it.each([
    ['ignored without a trusted proxy', 'off', '10.0.0.1', 'https', undefined],
    ['ignored from outside the trusted networks', '10.0.0.0/8', '8.8.8.8', 'https', undefined],
    ['read from a trusted network', '10.0.0.0/8', '10.0.0.1', 'https', 'https'],
    ['those that the proxy appended', 'on', '10.0.0.1', 'https, http', 'http'],
    ['those of the first of two proxies', '2', '10.0.0.1', 'forged, https, http', 'https'],
  ])('%s (TRUST_PROXY=%s)', (_, setting, peer, value, expected) => {
    const headers = {
      'x-forwarded-proto': value,
      'x-forwarded-host': value,
      'x-forwarded-for': '8.8.8.8, 10.0.0.2',
    }
    for (const name of ['x-forwarded-proto', 'x-forwarded-host'] as const)
      expect(forwardedValue(request(peer, headers), name, trusted(setting))).toBe(expected)
    expect(isTrustedProxy(request(peer, headers), trusted(setting))).toBe(expected !== undefined)
  })
})
