import { type AdCode, needsConsent } from '../rules/public-ads.ts'
import { hasDecided, onConsent } from './ad-consent.ts'

type WithAdSense = typeof window & { adsbygoogle?: { push(unit: object): unknown } }

/** The distance from the viewport. */
const LOAD_MARGIN = '400px'

/** Scripts stay in the document after navigation. */
const loaded = new Set<string>()

/**
 * Asks for consent if needed.
 *
 * @returns a function that removes the ad
 */
export function loadAd(code: AdCode, box: HTMLElement | null): () => void {
  let remove: (() => void) | undefined
  const start = () => {
    remove = startAd(code, box)
  }
  let cancel: (() => void) | undefined
  if (needsConsent(code)) {
    cancel = onConsent(start)
    if (!hasDecided())
      void import('./AdConsentBanner.tsx').then((banner) => banner.showAdConsentBanner()).catch(() => {})
  } else start()
  return () => {
    cancel?.()
    remove?.()
  }
}

/** Waits until the box is near the viewport, since ad networks forbid hidden ads. Without a box, loads only the scripts, at once. */
function startAd(code: AdCode, box: HTMLElement | null): (() => void) | undefined {
  if (!box) {
    loadScripts(code)
    return undefined
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      fill(box, code)
    },
    { rootMargin: LOAD_MARGIN },
  )
  observer.observe(box)
  return () => {
    observer.disconnect()
    box.replaceChildren()
  }
}

function fill(box: HTMLElement, code: AdCode): void {
  // Sanitised by the server.
  box.innerHTML = code.markup
  for (let unit = 0; unit < code.pushes; unit += 1) push()
  loadScripts(code)
}

/** Fills one AdSense unit. May throw, for example when the unit is too narrow. */
function push(): void {
  const page = window as WithAdSense
  try {
    page.adsbygoogle ??= []
    page.adsbygoogle.push({})
  } catch {}
}

function loadScripts({ scripts }: AdCode): void {
  for (const attributes of scripts) {
    if (loaded.has(attributes.src)) continue
    loaded.add(attributes.src)
    const script = document.createElement('script')
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    document.head.append(script)
  }
}
