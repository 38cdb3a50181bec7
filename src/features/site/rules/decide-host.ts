import ipaddr from 'ipaddr.js'
import type { HostDecision, Scheme } from '#platform/server/host-gate.server.ts'

/** `siteUrl` is the origin of SITE_URL. */
export type PublicNames = { siteUrl: string | undefined; customDomain: string; preferWww: boolean }

const INVALID_HOST = 'The Host header is invalid.'
const NO_PUBLIC_ADDRESS =
  'This site has no public address yet. Set SITE_URL to its address, such as https://news.example.org.'
const OTHER_ADDRESS =
  'This site is not served at this address. To serve it here, set SITE_URL or the custom domain to this address.'

/** Providers control these subdomains, so nobody else can point one at this server: the site is served there too. */
const PROVIDER_DOMAINS = [
  'vercel.app',
  'netlify.app',
  'onrender.com',
  'fly.dev',
  'herokuapp.com',
  'pages.dev',
  'workers.dev',
  'railway.app',
  'koyeb.app',
  'ondigitalocean.app',
  'azurewebsites.net',
  'run.app',
  'web.app',
  'firebaseapp.com',
  'amplifyapp.com',
  'ngrok.io',
  'ngrok.app',
  'ngrok-free.app',
  'trycloudflare.com',
  'github.dev',
  'gitpod.io',
  'csb.app',
  'stackblitz.io',
  'webcontainer.io',
  'replit.app',
  'replit.dev',
  'repl.co',
  'lovable.app',
  'lovable.dev',
  'lovableproject.com',
]

/** RFC 6890. */
const LOCAL_RANGES = new Set([
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
])

/** RFC 9110 §7.2, without user information; a name may end with a dot. */
const HOST = /^(?:(\[[0-9a-f:.]+\])|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(\.?))(?::\d{1,5})?$/i

/**
 * Spec §2, Canonical host behaviour. Ignores the port and does not redirect the scheme `unknown`, to prevent redirect loops behind proxies.
 *
 * @param host the Host header; undefined unless there is exactly one
 */
export function decideHost(host: string | undefined, scheme: Scheme, names: PublicNames): HostDecision {
  const requested = readHost(host)
  if (!requested) return { kind: 'reject', status: 400, reason: INVALID_HOST }
  if (isLocal(requested.name)) return { kind: 'serve', isStrict: false }

  const sites = publicSites(names)
  if (sites.length === 0) return { kind: 'reject', status: 421, reason: NO_PUBLIC_ADDRESS }
  const site = sites.find(({ hostname }) => withoutWww(hostname) === withoutWww(requested.name))
  // For provider names, www.x and x are different sites.
  if (isProviderHost(requested.name) && site?.hostname !== requested.name) {
    return scheme === 'http'
      ? { kind: 'redirect', origin: `https://${requested.name}`, isStrict: false }
      : { kind: 'serve', isStrict: false }
  }
  if (!site) return { kind: 'reject', status: 421, reason: OTHER_ADDRESS }

  const isHttps = site.protocol === 'https:'
  const isStrict = scheme === 'https' && isHttps
  if (requested.spelling !== site.hostname || (scheme === 'http' && isHttps)) {
    // Never redirect from https to http.
    const origin = scheme === 'https' && !isHttps ? `https://${site.hostname}` : site.origin
    return { kind: 'redirect', origin, isStrict }
  }
  return { kind: 'serve', isStrict }
}

/** SITE_URL, else the custom domain, with www according to prefer_www. */
export function publicOrigin(names: PublicNames): string | undefined {
  return (readSiteUrl(names) ?? readCustomDomain(names))?.origin
}

/** The custom domain, else SITE_URL. For links that readers share (spec §2, Settings). */
export function shareOrigin(names: PublicNames): string | undefined {
  return (readCustomDomain(names) ?? readSiteUrl(names))?.origin
}

function publicSites(names: PublicNames): URL[] {
  const urls = [readSiteUrl(names), readCustomDomain(names)].filter((url) => url !== null)
  return urls.filter(({ hostname }) => !isLocal(hostname))
}

function readSiteUrl({ siteUrl, preferWww }: PublicNames): URL | null {
  const url = URL.parse(siteUrl ?? '')
  return url && preferredWww(url, preferWww)
}

/** Accepts a host name or a URL. */
function readCustomDomain({ customDomain, preferWww }: PublicNames): URL | null {
  const text = customDomain.trim()
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !readHost(url.host) || isLocal(url.hostname)) return null
  return preferredWww(new URL(`https://${url.host}`), preferWww)
}

function preferredWww(url: URL, preferWww: boolean): URL {
  const { hostname } = url
  if (isLocal(hostname) || isProviderHost(hostname) || ipaddr.isValid(withoutBrackets(hostname))) return url
  const preferred = new URL(url)
  preferred.hostname = preferWww ? `www.${withoutWww(hostname)}` : withoutWww(hostname)
  return preferred
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\.(?=[^.]+\.)/, '')
}

/** `name` is normalised; `spelling` may have a final dot. */
function readHost(host: string | undefined): { name: string; spelling: string } | null {
  const [, literal, text = '', dot = ''] = HOST.exec(host ?? '') ?? []
  const name = URL.parse(`http://${literal ?? text}`)?.hostname
  return name ? { name, spelling: name + dot } : null
}

function isProviderHost(hostname: string): boolean {
  return PROVIDER_DOMAINS.some((provider) => hostname.endsWith(`.${provider}`))
}

function isLocal(hostname: string): boolean {
  const name = withoutBrackets(hostname)
  if (ipaddr.isValid(name)) return LOCAL_RANGES.has(ipaddr.process(name).range())
  return !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local')
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
