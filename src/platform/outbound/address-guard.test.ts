import { describe, expect, it } from 'vitest'
import { blockedReason, hostAndPort, isPublicAddress } from './address-guard.ts'

const none: ReadonlySet<string> = new Set()

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
    '223.255.255.255',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4009::200e',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by carriers', '100.64.0.1'],
    ['shared by carriers', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata of Alibaba', '100.100.100.200'],
    ['cloud metadata of Azure', '168.63.129.16'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fc00::1'],
    ['unique local metadata', 'fd00:ec2::254'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['not assigned', '4000::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private', '::ffff:a00:1'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of cloud metadata', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a local network', '64:ff9b:1::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['no address', 'example.org'],
    ['no address', ''],
  ])('rejects an address that is %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('blockedReason', () => {
  it.each([
    'http://example.org/feed.xml',
    'https://example.org:8443/',
    'https://münchen.example/',
    'https://localhost.example.org/',
    'http://10.example.org/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('accepts %s', (address) => {
    expect(blockedReason(new URL(address), none)).toBeNull()
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://0/',
    'http://１２７.０.０.１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:169.254.169.254]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://192.168.0.1:8080/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://localhost../',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://feeds.localhost/',
    'http://feeds.localhost.:3000/',
    'http://./',
  ])('rejects the private address in %s', (address) => {
    expect(blockedReason(new URL(address), none)).toBe('The address belongs to a private network')
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'data:text/xml,<rss/>',
    'javascript:1',
    'gopher://example.org/',
  ])('rejects the scheme of %s', (address) => {
    expect(blockedReason(new URL(address), none)).toMatch(/begin with http or https/)
  })

  it.each(['http://user@example.org/', 'http://:secret@example.org/', 'https://user:secret@127.0.0.1/'])(
    'rejects the credentials in %s',
    (address) => {
      expect(blockedReason(new URL(address), new Set(['127.0.0.1:443']))).toMatch(/user name or a password/)
    },
  )

  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://2130706433:8080/', '127.0.0.1:8080'],
    ['http://localhost/', 'localhost:80'],
    ['https://10.0.0.5/', '10.0.0.5:443'],
    ['http://[::1]:9000/', '[::1]:9000'],
  ])('accepts %s when %s is allowed', (address, allowed) => {
    expect(blockedReason(new URL(address), new Set([allowed]))).toBeNull()
  })

  it.each([
    ['http://127.0.0.1:8081/', '127.0.0.1:8080'],
    ['https://127.0.0.1/', '127.0.0.1:80'],
    ['http://127.0.0.2:8080/', '127.0.0.1:8080'],
    ['http://localhost:8080/', '127.0.0.1:8080'],
  ])('rejects %s when only %s is allowed', (address, allowed) => {
    expect(blockedReason(new URL(address), new Set([allowed]))).not.toBeNull()
  })
})

describe('hostAndPort', () => {
  it.each([
    ['http://Example.org/', 'example.org:80'],
    ['https://example.org/', 'example.org:443'],
    ['https://example.org:80/', 'example.org:80'],
    ['http://[::1]/', '[::1]:80'],
  ])('normalises %s to %s', (address, expected) => {
    expect(hostAndPort(new URL(address))).toBe(expected)
  })
})
