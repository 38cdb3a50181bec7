import { phrase } from '#kernel/text/phrase.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { isPolicySource } from '#platform/http/content-security-policy.server.ts'
import type { AdPlace } from '../rules/ad-settings.ts'
import { adSources, sanitiseAd } from './sanitise-ad.server.ts'

export type AdDescription = {
  /** HTML without scripts; may be empty. */
  markup: string
  scripts: string[]
  pushes: number
  /** Allowed by the page's policy. */
  hosts: string[]
  removed: string[]
}

const ALLOWED_TAGS = new Set(['ins', 'div', 'span', 'script'])

export function describeAd(code: string, place: AdPlace): AdDescription {
  const kept = sanitiseAd(code)
  const isHead = place === 'headerCode'
  const scripts = (kept?.scripts ?? []).map(({ src }) => src)
  const hosts = scripts.map((src) => new URL(src).host)
  const removed = findRemoved(code)
  if (isHead && kept?.markup) removed.push(phrase('Visible elements: the head can contain scripts only'))
  return {
    markup: isHead ? '' : (kept?.markup ?? ''),
    scripts,
    pushes: isHead ? 0 : (kept?.pushes ?? 0),
    hosts: [...new Set(Object.values(adSources([...new Set(hosts)])).flat())].map((source) =>
      source.replace('https://', ''),
    ),
    removed,
  }
}

function findRemoved(code: string): string[] {
  const found = new Set<string>()
  let inScript = false
  walkHtml(code, {
    open(name, { src }) {
      inScript = name === 'script' && src === undefined
      if (!ALLOWED_TAGS.has(name)) found.add(`Element: ${name}`)
      if (name === 'script' && src !== undefined && !isLoadable(src))
        found.add(`Script ${src}: only scripts from https hosts are loaded`)
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
    ? phrase("AdSense's inline call: Masthead runs it for each unit")
    : phrase('Inline script: inline code is never run')
}

function isLoadable(src: string): boolean {
  const url = URL.parse(src, 'https://no-host')
  return url?.protocol === 'https:' && !url.username && !url.password && isPolicySource(url.origin)
}
