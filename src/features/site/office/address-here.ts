import { type AddressEffect, addressEffect } from '../rules/address-effect.ts'
import type { PublicNames } from '../rules/decide-host.ts'

/** The paper's names as they would be, and as they are. */
export type NameChange = { names: PublicNames; before: PublicNames }

/** What names would make of the address at which this window stands. */
export function effectHere(change: NameChange): AddressEffect {
  const { host, protocol } = location
  return addressEffect(change, { host, scheme: protocol === 'https:' ? 'https' : 'http' })
}

/** What an administrator loses by it at the address of this window; null where nothing is lost. */
export function lossHere({ here, endsSessions }: AddressEffect): string | null {
  const { host } = location
  const lines = []
  if (here.kind === 'refused')
    lines.push(
      `This address, ${host}, is then not answered any more: you would have to come back by another one, where this server must be reached.`,
    )
  if (here.kind === 'redirected')
    lines.push(
      `Whoever comes to ${host}, you too, is then sent to ${here.to}. Make sure that this server is reached there, or nobody can come in.`,
    )
  if (endsSessions)
    lines.push('Saving this signs everybody out, you too, since the site moves between http and https.')
  return lines.join(' ') || null
}
