import { decideHost, type PublicNames, publicOrigin, type Scheme } from './decide-host.ts'

/** What the settings custom_domain and prefer_www would make of the paper's address, and of who is looking now. */
export type AddressEffect = {
  /** Where readers are sent and what links name; undefined where the paper has no public name. */
  origin: string | undefined
  /** Something stands in custom_domain that can be no public name. It does nothing. */
  isUnusable: boolean
  /** What happens at the address that the question came from: as now, redirected there, or not answered any more. */
  here: { kind: 'stays' } | { kind: 'redirected'; to: string } | { kind: 'refused' }
  /** Everybody is signed out: the cookies of a site on https are others than those of one on http. */
  endsSessions: boolean
}

/** The names as they would be, and as they are. */
type Change = { names: PublicNames; before: PublicNames }

/** @param at the host, with its port, and the scheme by which the administrator has come */
export function addressEffect(
  { names, before }: Change,
  at: { host: string; scheme: Scheme },
): AddressEffect {
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

/** Without a public name a site is this machine's, on http. */
function isHttps(names: PublicNames): boolean {
  return publicOrigin(names)?.startsWith('https:') ?? false
}

function hereAfter(decision: ReturnType<typeof decideHost>): AddressEffect['here'] {
  if (decision.kind === 'serve') return { kind: 'stays' }
  return decision.kind === 'redirect' ? { kind: 'redirected', to: decision.origin } : { kind: 'refused' }
}
