import { describe, expect, it } from 'vitest'
import { type AddressEffect, addressEffect } from './address-effect.ts'
import type { PublicNames } from './decide-host.ts'

const NAMES: PublicNames = { siteUrl: undefined, customDomain: '', preferWww: false }
const effect = (names: Partial<PublicNames>, host: string, before: Partial<PublicNames> = names) =>
  addressEffect({ names: { ...NAMES, ...names }, before: { ...NAMES, ...before } }, { host, scheme: 'https' })

describe('addressEffect', () => {
  it.each<[string, Partial<PublicNames>, host: string, Partial<AddressEffect>]>([
    [
      'this machine is served whatever the names',
      { customDomain: 'paper.example' },
      'localhost:3000',
      { origin: 'https://paper.example', here: { kind: 'stays' } },
    ],
    [
      'the address at which the administrator is',
      { customDomain: 'paper.example' },
      'paper.example',
      { origin: 'https://paper.example', here: { kind: 'stays' } },
    ],
    [
      'another name locks out who came by the former',
      { customDomain: 'other.example' },
      'paper.example',
      { origin: 'https://other.example', here: { kind: 'refused' } },
    ],
    [
      'no name locks out everybody but this machine',
      {},
      'paper.example',
      { origin: undefined, here: { kind: 'refused' } },
    ],
    [
      'SITE_URL keeps the door open and names the paper',
      { siteUrl: 'https://paper.example', customDomain: 'other.example' },
      'paper.example',
      { origin: 'https://paper.example', here: { kind: 'stays' } },
    ],
    [
      'www is preferred',
      { siteUrl: 'https://paper.example', preferWww: true },
      'paper.example',
      { origin: 'https://www.paper.example', here: { kind: 'redirected', to: 'https://www.paper.example' } },
    ],
  ])('%s', (_, names, host, expected) => {
    expect(effect(names, host)).toEqual({ isUnusable: false, endsSessions: false, ...expected })
  })

  it.each(['no name', 'localhost', 'http://', '192.168.0.1', 'ftp://paper.example'])(
    'does nothing with %j',
    (customDomain) => {
      expect(effect({ customDomain }, 'localhost')).toEqual({
        origin: undefined,
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
    expect(effect(names, 'localhost', before).endsSessions).toBe(endsSessions)
  })
})
