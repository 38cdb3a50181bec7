import { walkHtml } from '#kernel/walk-html.ts'
import { isPolicySource } from '#platform/http/policy-sources.server.ts'
import type { AdPlace } from '../rules/ad-settings.ts'
import { adSources } from './ad-sources.server.ts'
import { sanitiseAd } from './sanitise-ad.server.ts'

/** What becomes of an ad code, for the administrator who pastes it. */
export type AdDescription = {
  /** The HTML that is kept, without scripts; may be empty. */
  markup: string
  /** The addresses of the scripts that will be loaded. */
  scripts: string[]
  /** For how many units AdSense's own call is made. */
  pushes: number
  /** The hosts that the page's policy will let through for it. */
  hosts: string[]
  /** What is left out, each in a sentence. */
  leftOut: string[]
}

const KEPT_TAGS = new Set(['ins', 'div', 'span', 'script'])

/** Tells what `sanitiseAd` keeps of a code in a place, and what it leaves out. */
export function describeAd(code: string, place: AdPlace): AdDescription {
  const kept = sanitiseAd(code)
  const isHead = place === 'headerCode'
  const scripts = (kept?.scripts ?? []).map(({ src }) => src)
  const hosts = scripts.map((src) => new URL(src).host)
  const leftOut = findLeftOut(code)
  if (isHead && kept?.markup) leftOut.push('What is to be shown: a head can hold scripts only.')
  return {
    markup: isHead ? '' : (kept?.markup ?? ''),
    scripts,
    pushes: isHead ? 0 : (kept?.pushes ?? 0),
    hosts: [...new Set(Object.values(adSources([...new Set(hosts)])).flat())].map((source) =>
      source.replace('https://', ''),
    ),
    leftOut,
  }
}

function findLeftOut(code: string): string[] {
  const found = new Set<string>()
  let inScript = false
  walkHtml(code, {
    open(name, { src }) {
      inScript = name === 'script' && src === undefined
      if (!KEPT_TAGS.has(name)) found.add(`The element ${name}.`)
      if (name === 'script' && src !== undefined && !isLoadable(src))
        found.add(`The script ${src}: only scripts of an https host are loaded.`)
    },
    close() {
      inScript = false
    },
    text(text) {
      if (inScript && text.trim() !== '') found.add(inlineScript(text))
    },
  })
  return [...found]
}

function inlineScript(text: string): string {
  return /adsbygoogle/.test(text)
    ? "AdSense's own call in the script: it is made for each unit in its place."
    : 'What is written inside a script: it is never run.'
}

function isLoadable(src: string): boolean {
  const url = URL.parse(src, 'https://no-host')
  return url?.protocol === 'https:' && !url.username && !url.password && isPolicySource(url.origin)
}
