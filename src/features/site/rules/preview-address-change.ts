import type { HostDecision, Scheme } from '#platform/http/host-gate.server.ts'
import { decideHost, type PublicNames, publicOrigin } from './decide-host.ts'

/** The effect of the settings custom_domain and prefer_www on the site's address and on the administrator's session. */
export type AddressPreview = {
  /** The origin of links and redirects; undefined where the site has no public name. */
  origin: string | undefined
  /** custom_domain is set but is no public name; it has no effect. */
  isUnusable: boolean
  /** The effect on the current address. */
  here: { kind: 'stays' } | { kind: 'redirected'; to: string } | { kind: 'refused' }
  /** Everybody is signed out: sites on https and http use different cookies. */
  endsSessions: boolean
}

/** The names after and before the change. */
export type NameChange = { names: PublicNames; before: PublicNames }

/** @param at the host (with its port) and the scheme of the administrator's current address */
export function previewAddressChange(
  { names, before }: NameChange,
  at: { host: string; scheme: Scheme },
): AddressPreview {
  const decision = decideHost(at.host, at.scheme, names)
  const isUnusable =
    names.customDomain.trim() !== '' && publicOrigin({ ...names, siteUrl: undefined }) === undefined
  return {
    origin: publicOrigin(names),
    isUnusable,
    here: hereAfter(decision),
    endsSessions: isHttps(names) !== isHttps(before),
  }
}

/** A site without a public name is local, on http. */
function isHttps(names: PublicNames): boolean {
  return publicOrigin(names)?.startsWith('https:') ?? false
}

function hereAfter(decision: HostDecision): AddressPreview['here'] {
  if (decision.kind === 'serve') return { kind: 'stays' }
  return decision.kind === 'redirect' ? { kind: 'redirected', to: decision.origin } : { kind: 'refused' }
}
