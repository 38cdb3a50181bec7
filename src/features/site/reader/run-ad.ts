import type { AdCode } from '../rules/public-ads.ts'

type WithAdSense = typeof window & { adsbygoogle?: { push(unit: object): unknown } }

/** How far ahead of the window an ad begins to load, so that it is there when the reader is. */
const AHEAD = '400px'

/** The scripts that stand in the page; they stay in the document, whatever is shown in it. */
const loaded = new Set<string>()

/**
 * Runs an ad code, once for each view of a page: in `box` when it comes near the window, so never in one that the layout
 * hides, which networks forbid; a code without a box loads its scripts at once. Trouble with an ad stays with the ad.
 *
 * @returns ends it, for when the box leaves the page; nothing where there is no box
 */
export function runAd(code: AdCode, box: HTMLElement | null): (() => void) | undefined {
  if (!box) {
    loadScripts(code)
    return undefined
  }
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      fill(box, code)
    },
    { rootMargin: AHEAD },
  )
  watch.observe(box)
  return () => {
    watch.disconnect()
    box.replaceChildren()
  }
}

function fill(box: HTMLElement, code: AdCode): void {
  // The server has sanitised it.
  box.innerHTML = code.markup
  for (let unit = 0; unit < code.pushes; unit += 1) push()
  loadScripts(code)
}

/** AdSense's own call; until its script is there the queue is a list, and then it may throw, for a unit too narrow for one. */
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
