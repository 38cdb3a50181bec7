import { type AddressEffect, addressEffect } from '#domain/address-effect.ts'
import type { PublicNames } from '#domain/decide-host.ts'

/** What names would make of the address at which this window stands. */
export function effectHere(names: PublicNames): AddressEffect {
  const { host, protocol } = location
  return addressEffect(names, { host, scheme: protocol === 'https:' ? 'https' : 'http' })
}

/** What an administrator loses by it at the address of this window; null where nothing is lost. */
export function lossHere({ here }: AddressEffect): string | null {
  const { host } = location
  if (here.kind === 'refused')
    return `This address, ${host}, is then not answered any more: you would have to come back by another one, where this server must be reached.`
  if (here.kind === 'redirected')
    return `Whoever comes to ${host}, you too, is then sent to ${here.to}. Make sure that this server is reached there, or nobody can come in.`
  return null
}
