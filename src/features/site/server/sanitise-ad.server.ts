import sanitize from 'sanitize-html'
import { isPolicySource } from '#platform/http/policy-sources.server.ts'
import type { AdCode } from '../rules/public-ads.ts'

/** What an ad unit is told by its network: `data-ad-*` (spec §5), and the two of AdSense that are named otherwise. */
const AD_DATA = ['data-ad-*', 'data-full-width-responsive', 'data-adtest']
/** An element of which nothing is kept, what stands in it included. */
const WHOLE_TAGS = 'style iframe noscript noframes noembed textarea option template title svg math xmp object'

/**
 * With a digit or a hyphen an id is no name that a script looks up in the window, as `process` and `adsbygoogle` are, nor
 * one of the page's own places.
 */
const ID = /^[a-z](?=.*[-\d])[\w-]*$/i
const CROSS_ORIGIN = /^(anonymous|use-credentials)?$/
const LENGTH = [/^\d{1,4}px$/, /^\d{1,3}%$/, /^auto$/]

/**
 * Makes an ad code harmless (spec §5): ins, div and span with `data-ad-*`, and what a unit needs to be found and sized
 * (class, id, display, width, height). Scripts are taken out and named by their attributes: only those from an https host,
 * never what is written in one; that host is what the page's policy then lets through.
 *
 * @returns null where nothing is left
 */
export function sanitiseAd(code: string): AdCode | null {
  const scripts = new Map<string, AdCode['scripts'][number]>()
  let pushes = 0
  const markup = sanitize(code, {
    allowedTags: ['ins', 'div', 'span'],
    allowedAttributes: { '*': ['class', 'id', 'style', ...AD_DATA] },
    allowedStyles: { '*': { display: [/^(inline-)?block$/], width: LENGTH, height: LENGTH } },
    nonTextTags: ['script', ...WHOLE_TAGS.split(' ')],
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
  // Codes that begin with "//" are of the time when pages were http as well.
  const url = URL.parse(attributes.src ?? '', 'https://no-host')
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password
  if (!isPlain || !isPolicySource(url.origin)) return null
  const kept = Object.entries(attributes).filter(
    ([name, value]) => /^data-ad-[a-z-]+$/.test(name) || (name === 'crossorigin' && CROSS_ORIGIN.test(value)),
  )
  return { src: url.href, ...Object.fromEntries(kept) }
}
