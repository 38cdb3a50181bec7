export type AdDecision = 'granted' | 'refused'

/** In `localStorage`. */
const KEY = 'ad-consent'
const GRANTED = 'ad-consent-granted'

/** Used if the browser stores nothing. */
let decided: string | null = null

/** The browser sends Global Privacy Control (https://w3c.github.io/gpc/). */
export function isRefusedByBrowser(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

export function hasDecided(): boolean {
  return isRefusedByBrowser() || storedDecision() !== null
}

export function hasConsented(): boolean {
  return document.documentElement.dataset.adConsent === 'granted'
}

/**
 * Calls `run` now or once the reader consents.
 *
 * @returns a function that cancels the call
 */
export function onConsent(run: () => void): () => void {
  if (hasConsented()) {
    run()
    return () => {}
  }
  addEventListener(GRANTED, run, { once: true })
  return () => removeEventListener(GRANTED, run)
}

/** A withdrawal reloads the page, since scripts that have run cannot be removed. */
export function decideOnAds(decision: AdDecision): void {
  decided = decision
  try {
    localStorage.setItem(KEY, decision)
  } catch {}
  applyDecision(decision)
}

/** Calls `onDecision` for decisions in other tabs. */
export function followAdDecisions(onDecision: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || (newValue !== 'granted' && newValue !== 'refused')) return
    applyDecision(newValue)
    onDecision()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function applyDecision(decision: AdDecision): void {
  if (decision === 'refused') {
    if (hasConsented()) location.reload()
    return
  }
  if (isRefusedByBrowser()) return
  document.documentElement.dataset.adConsent = 'granted'
  dispatchEvent(new Event(GRANTED))
}

function storedDecision(): string | null {
  try {
    return localStorage.getItem(KEY) ?? decided
  } catch {
    return decided
  }
}
