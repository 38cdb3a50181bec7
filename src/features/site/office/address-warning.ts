import {
  type AddressPreview,
  type NameChange,
  previewAddressChange,
} from '../rules/preview-address-change.ts'

/** Uses the address of this window. */
export function previewAtCurrentHost(change: NameChange): AddressPreview {
  const { host, protocol } = location
  return previewAddressChange(change, { host, scheme: protocol === 'https:' ? 'https' : 'http' })
}

/** Returns null if there are no consequences. */
export function addressWarning({ here, endsSessions }: AddressPreview): string | null {
  const { host } = location
  const lines = []
  if (here.kind === 'refused')
    lines.push(
      `This server will no longer respond at ${host}. Make sure that you can reach it at another address.`,
    )
  if (here.kind === 'redirected')
    lines.push(
      `Requests to ${host}, including yours, will be redirected to ${here.to}. Make sure that this server can be reached there.`,
    )
  if (endsSessions)
    lines.push('Saving signs out all users, including you, because the site switches between http and https.')
  return lines.join(' ') || null
}
