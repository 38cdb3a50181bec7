import type { HostDecision, Scheme } from '#platform/server/host-gate.server.ts'
import { decideHost, type PublicNames, publicOrigin, shareOrigin } from './decide-host.ts'

export type AddressPreview = {
  /** Undefined without a public name. */
  origin: string | undefined
  shareOrigin: string | undefined
  /** custom_domain is not a public name. */
  isUnusable: boolean
  here: { kind: 'stays' } | { kind: 'redirected'; to: string } | { kind: 'refused' }
  /** https and http use different cookies. */
  endsSessions: boolean
}

export type NameChange = { names: PublicNames; before: PublicNames }

/** @param at the administrator's current host, with port, and scheme */
export function previewAddressChange(
  { names, before }: NameChange,
  at: { host: string; scheme: Scheme },
): AddressPreview {
  const decision = decideHost(at.host, at.scheme, names)
  const isUnusable =
    names.customDomain.trim() !== '' && publicOrigin({ ...names, siteUrl: undefined }) === undefined
  return {
    origin: publicOrigin(names),
    shareOrigin: shareOrigin(names),
    isUnusable,
    here: outcomeAtHost(decision),
    endsSessions: isHttps(names) !== isHttps(before),
  }
}

/** Local sites use http. */
function isHttps(names: PublicNames): boolean {
  return publicOrigin(names)?.startsWith('https:') ?? false
}

function outcomeAtHost(decision: HostDecision): AddressPreview['here'] {
  if (decision.kind === 'serve') return { kind: 'stays' }
  return decision.kind === 'redirect' ? { kind: 'redirected', to: decision.origin } : { kind: 'refused' }
}
