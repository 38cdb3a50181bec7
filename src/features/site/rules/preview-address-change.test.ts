import { describe, expect, it } from 'vitest'
import type { PublicNames } from './decide-host.ts'
import { type AddressPreview, previewAddressChange } from './preview-address-change.ts'

const NAMES: PublicNames = { siteUrl: undefined, customDomain: '', preferWww: false }
const preview = (names: Partial<PublicNames>, host: string, before: Partial<PublicNames> = names) =>
  previewAddressChange(
    { names: { ...NAMES, ...names }, before: { ...NAMES, ...before } },
    { host, scheme: 'https' },
  )

describe('previewAddressChange', () => {
  it.each<[string, Partial<PublicNames>, host: string, Partial<AddressPreview>]>([
    [
      'serves local hosts with any configured names',
      { customDomain: 'paper.example' },
      'localhost:3000',
      { origin: 'https://paper.example', here: { kind: 'stays' } },
    ],
    [
      'preserves the current address',
      { customDomain: 'paper.example' },
      'paper.example',
      { origin: 'https://paper.example', here: { kind: 'stays' } },
    ],
    [
      'rejects the current address after a change of the name',
      { customDomain: 'other.example' },
      'paper.example',
      { origin: 'https://other.example', here: { kind: 'refused' } },
    ],
    [
      'rejects all public addresses without a name',
      {},
      'paper.example',
      { origin: undefined, here: { kind: 'refused' } },
    ],
    [
      'preserves the address of SITE_URL',
      { siteUrl: 'https://paper.example', customDomain: 'other.example' },
      'paper.example',
      { origin: 'https://paper.example', shareOrigin: 'https://other.example', here: { kind: 'stays' } },
    ],
    [
      'redirects to www if preferred',
      { siteUrl: 'https://paper.example', preferWww: true },
      'paper.example',
      { origin: 'https://www.paper.example', here: { kind: 'redirected', to: 'https://www.paper.example' } },
    ],
  ])('%s', (_, names, host, expected) => {
    expect(preview(names, host)).toEqual({
      isUnusable: false,
      endsSessions: false,
      shareOrigin: expected.origin,
      ...expected,
    })
  })

  it.each(['no name', 'localhost', 'http://', '192.168.0.1', 'ftp://paper.example'])(
    'reports %j as unusable',
    (customDomain) => {
      expect(preview({ customDomain }, 'localhost')).toEqual({
        origin: undefined,
        shareOrigin: undefined,
        isUnusable: true,
        here: { kind: 'stays' },
        endsSessions: false,
      })
    },
  )

  it.each<[boolean, before: Partial<PublicNames>, names: Partial<PublicNames>]>([
    [true, {}, { customDomain: 'paper.example' }],
    [true, { customDomain: 'paper.example' }, { customDomain: ' ' }],
    [false, { customDomain: 'paper.example' }, { customDomain: 'other.example' }],
    [false, { customDomain: 'paper.example' }, { customDomain: 'paper.example', preferWww: true }],
    [
      false,
      { siteUrl: 'http://paper.example' },
      { siteUrl: 'http://paper.example', customDomain: 'other.example' },
    ],
  ])('ends sessions: %s, from %j to %j', (endsSessions, before, names) => {
    expect(preview(names, 'localhost', before).endsSessions).toBe(endsSessions)
  })
})
