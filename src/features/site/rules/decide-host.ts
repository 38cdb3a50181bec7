import ipaddr from 'ipaddr.js'

/** How a request came; `unknown` where a proxy keeps it to itself. */
export type Scheme = 'http' | 'https' | 'unknown'

/** What the site is called: SITE_URL as an origin, and the settings custom_domain and prefer_www. */
export type PublicNames = { siteUrl: string | undefined; customDomain: string; preferWww: boolean }

/**
 * - serve: as it is; `isStrict` where browsers may be told to use https only (RFC 6797)
 * - redirect: to the same path and query at `origin`, which is never made of an unknown Host
 * - refuse: with one line for who runs the site
 */
export type HostDecision =
  | { kind: 'serve'; isStrict: boolean }
  | { kind: 'redirect'; origin: string }
  | { kind: 'refuse'; status: 400 | 421; reason: string }

const NOT_A_HOST = 'The Host header is not right.'
const NO_NAME =
  'This paper has no public name yet: set SITE_URL to its address, as in https://news.example.org.'
const ANOTHER_NAME =
  'This paper goes by another name. If it is to answer here, set SITE_URL or its custom domain to this address.'

/**
 * Where previews run and hosting providers name what they host. Each hands out names below these and routes them itself:
 * nobody can aim one at this server but through the provider, who could as well send any other Host. So once the paper
 * has a public name it may also be looked at under one of these; its pages go on naming the public one.
 */
const PROVIDERS = [
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

/** Addresses that lead no further than a machine or its own network (RFC 6890). */
const LOCAL_RANGES = new Set([
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
])

/** RFC 9110 §7.2, without the user information that some clients would add. A name may end with the root's dot. */
const HOST = /^(?:(\[[0-9a-f:.]+\])|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(\.?))(?::\d{1,5})?$/i

/**
 * What to do with a request, by the host that it names (spec §2, Canonical host behaviour).
 *
 * Only the host's name and the scheme are compared: a port that a proxy adds or leaves out must not send readers round
 * in circles. Nor must a scheme that nobody tells: `unknown` is not forced to https.
 *
 * @param host the Host header as it came; undefined where there is none, or more than one
 */
export function decideHost(host: string | undefined, scheme: Scheme, names: PublicNames): HostDecision {
  const asked = readHost(host)
  if (!asked) return { kind: 'refuse', status: 400, reason: NOT_A_HOST }
  if (isLocal(asked.name)) return { kind: 'serve', isStrict: false }

  const sites = publicSites(names)
  if (sites.length === 0) return { kind: 'refuse', status: 421, reason: NO_NAME }
  const site = sites.find(({ hostname }) => withoutWww(hostname) === withoutWww(asked.name))
  // Of a provider's names, www.x is not x: both are served as they are.
  if (isProviders(asked.name) && site?.hostname !== asked.name) {
    return scheme === 'http'
      ? { kind: 'redirect', origin: `https://${asked.name}` }
      : { kind: 'serve', isStrict: false }
  }
  if (!site) return { kind: 'refuse', status: 421, reason: ANOTHER_NAME }

  const isHttps = site.protocol === 'https:'
  if (asked.spelling !== site.hostname || (scheme === 'http' && isHttps)) {
    // Who came by https is not sent back to http.
    const origin = scheme === 'https' && !isHttps ? `https://${site.hostname}` : site.origin
    return { kind: 'redirect', origin }
  }
  return { kind: 'serve', isStrict: scheme === 'https' && isHttps }
}

/**
 * The public origin of the site, for absolute addresses: SITE_URL, else the custom domain, with or without www as
 * prefer_www says, so that no canonical link leads to a redirect. Undefined where the site has no name.
 */
export function publicOrigin(names: PublicNames): string | undefined {
  return (readSiteUrl(names) ?? readCustomDomain(names))?.origin
}

/** SITE_URL and the custom domain as they are to be reached; without the one that only means this machine. */
function publicSites(names: PublicNames): URL[] {
  const urls = [readSiteUrl(names), readCustomDomain(names)].filter((url) => url !== null)
  return urls.filter(({ hostname }) => !isLocal(hostname))
}

function readSiteUrl({ siteUrl, preferWww }: PublicNames): URL | null {
  const url = URL.parse(siteUrl ?? '')
  return url && preferredWww(url, preferWww)
}

/** An administrator writes a name, or the address out of a browser. It is reached by https in either case. */
function readCustomDomain({ customDomain, preferWww }: PublicNames): URL | null {
  const text = customDomain.trim()
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !readHost(url.host) || isLocal(url.hostname)) return null
  return preferredWww(new URL(`https://${url.host}`), preferWww)
}

function preferredWww(url: URL, preferWww: boolean): URL {
  const { hostname } = url
  if (isLocal(hostname) || isProviders(hostname) || ipaddr.isValid(bare(hostname))) return url
  const preferred = new URL(url)
  preferred.hostname = preferWww ? `www.${withoutWww(hostname)}` : withoutWww(hostname)
  return preferred
}

/** "www.com" is a name of its own. */
function withoutWww(hostname: string): string {
  return hostname.replace(/^www\.(?=[^.]+\.)/, '')
}

/** `name` as the URL standard writes it, `spelling` the same with the root's dot if it came with it. */
function readHost(host: string | undefined): { name: string; spelling: string } | null {
  const [, literal, text = '', dot = ''] = HOST.exec(host ?? '') ?? []
  const name = URL.parse(`http://${literal ?? text}`)?.hostname
  return name ? { name, spelling: name + dot } : null
}

function isProviders(hostname: string): boolean {
  return PROVIDERS.some((provider) => hostname.endsWith(`.${provider}`))
}

/** Names and addresses that only this machine or its network understands. */
function isLocal(hostname: string): boolean {
  const name = bare(hostname)
  if (ipaddr.isValid(name)) return LOCAL_RANGES.has(ipaddr.process(name).range())
  return !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local')
}

/** An IPv6 literal stands in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}
