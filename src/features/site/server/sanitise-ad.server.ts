import sanitize from 'sanitize-html'
import { isPolicySource, type PolicySources } from '#platform/http/content-security-policy.server.ts'
import type { AdCode } from '../rules/public-ads.ts'

/** Spec §5 and two attributes of AdSense. */
const AD_DATA = ['data-ad-*', 'data-full-width-responsive', 'data-adtest']
/** Removed with their content. */
const REMOVED_TAGS =
  'style iframe noscript noframes noembed textarea option template title svg math xmp object'

/** A digit or a hyphen prevents shadowing global variables and anchors. */
const ID = /^[a-z](?=.*[-\d])[\w-]*$/i
const CROSS_ORIGIN = /^(anonymous|use-credentials)?$/
const LENGTH = [/^\d{1,4}px$/, /^\d{1,3}%$/, /^auto$/]

/**
 * Keeps ins, div and span with `data-ad-*`, class, id and size (spec §5). Scripts need an https `src`.
 *
 * @returns null if nothing remains
 */
export function sanitiseAd(code: string): AdCode | null {
  const scripts = new Map<string, AdCode['scripts'][number]>()
  let pushes = 0
  const markup = sanitize(code, {
    allowedTags: ['ins', 'div', 'span'],
    allowedAttributes: { '*': ['class', 'id', 'style', ...AD_DATA] },
    allowedStyles: { '*': { display: [/^(inline-)?block$/], width: LENGTH, height: LENGTH } },
    nonTextTags: ['script', ...REMOVED_TAGS.split(' ')],
    nestingLimit: 20,
    transformTags: {
      script: (tagName, attribs) => {
        const script = readScript(attribs)
        if (script && !scripts.has(script.src)) scripts.set(script.src, script)
        return { tagName, attribs: {} }
      },
      ins: (tagName, attribs) => {
        if (attribs.class?.split(/\s+/).includes('adsbygoogle')) pushes += 1
        return { tagName, attribs }
      },
      '*': (tagName, { id = '', ...attribs }) => ({
        tagName,
        attribs: ID.test(id) ? { ...attribs, id } : attribs,
      }),
    },
  }).trim()
  return markup || scripts.size > 0 ? { markup, scripts: [...scripts.values()], pushes } : null
}

function readScript(attributes: sanitize.Attributes): AdCode['scripts'][number] | null {
  // Older codes use URLs that begin with "//".
  const url = URL.parse(attributes.src ?? '', 'https://no-host')
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password
  if (!isPlain || !isPolicySource(url.origin)) return null
  const kept = Object.entries(attributes).filter(
    ([name, value]) => /^data-ad-[a-z-]+$/.test(name) || (name === 'crossorigin' && CROSS_ORIGIN.test(value)),
  )
  return { src: url.href, ...Object.fromEntries(kept) }
}

type Network = { hasHost(host: string): boolean; sources: Required<PolicySources> }

const GOOGLE_ADS = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.googleadservices.com',
  'https://*.googletagservices.com',
  'https://*.adtrafficquality.google',
]

/** Observed hosts of AdSense and Ad Manager: Google publishes no list. Other hosts of google.com return scripts that the URL determines. */
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

/** Returns the sources that ad codes need in the Content-Security-Policy. */
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
