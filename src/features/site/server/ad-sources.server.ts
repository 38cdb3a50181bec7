import type { PolicySources } from '#platform/http/content-security-policy.server.ts'

type Network = { hasHost(host: string): boolean; sources: Required<PolicySources> }

const GOOGLE_ADS = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.googleadservices.com',
  'https://*.googletagservices.com',
  'https://*.adtrafficquality.google',
]

/**
 * Observed hosts of AdSense and Ad Manager: Google publishes no list. Other hosts of google.com return scripts that
 * the URL determines.
 */
const GOOGLE: Network = {
  hasHost: (host) =>
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

/** The sources that ad codes with scripts from `hosts` need in the Content-Security-Policy. */
export function adSources(hosts: readonly string[]): PolicySources {
  if (hosts.length === 0) return {}
  const named = hosts.map((host) => `https://${host}`)
  const networks = NETWORKS.filter(({ hasHost }) => hosts.some(hasHost))
  const all = (name: keyof PolicySources) => [...named, ...networks.flatMap(({ sources }) => sources[name])]
  return {
    'script-src': all('script-src'),
    'frame-src': all('frame-src'),
    'img-src': all('img-src'),
    'connect-src': all('connect-src'),
  }
}
