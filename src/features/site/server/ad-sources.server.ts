import type { PolicySources } from '#platform/http/policy-sources.server.ts'

/** A network whose scripts load from more hosts than the code names. */
type Network = { isIts(host: string): boolean; sources: Required<PolicySources> }

const GOOGLE_ADS = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.googleadservices.com',
  'https://*.googletagservices.com',
  'https://*.adtrafficquality.google',
]

/**
 * Google's (AdSense and Ad Manager). It lists none, so these are the ones seen to be asked. Of google.com scripts come
 * from one host only: others there answer with whatever script the address says.
 */
const GOOGLE: Network = {
  isIts: (host) =>
    /(^|\.)(googlesyndication\.com|doubleclick\.net|googleadservices\.com|googletagservices\.com|adtrafficquality\.google)$/.test(
      host,
    ) || host === 'fundingchoicesmessages.google.com',
  sources: {
    'script-src': [...GOOGLE_ADS, 'https://fundingchoicesmessages.google.com'],
    'frame-src': [...GOOGLE_ADS, 'https://*.google.com'],
    'img-src': [...GOOGLE_ADS, 'https://*.google.com', 'https://*.gstatic.com'],
    'connect-src': [...GOOGLE_ADS, 'https://*.google.com', 'https://*.gstatic.com'],
  },
}

const NETWORKS = [GOOGLE]

/**
 * What a page's policy has to let through for ad codes that load scripts from `hosts`: those hosts, for scripts and for what
 * these show and ask, and the companions of the networks that we know.
 */
export function adSources(hosts: readonly string[]): PolicySources {
  if (hosts.length === 0) return {}
  const named = hosts.map((host) => `https://${host}`)
  const networks = NETWORKS.filter(({ isIts }) => hosts.some(isIts))
  const all = (name: keyof PolicySources) => [...named, ...networks.flatMap(({ sources }) => sources[name])]
  return {
    'script-src': all('script-src'),
    'frame-src': all('frame-src'),
    'img-src': all('img-src'),
    'connect-src': all('connect-src'),
  }
}
