import { AsyncLocalStorage } from 'node:async_hooks'

const DIRECTIVES = ['script-src', 'frame-src', 'img-src', 'connect-src'] as const
type Directive = (typeof DIRECTIVES)[number]

/** Additional sources by CSP directive (CSP Level 3), such as `https://ads.example`. */
export type PolicySources = Partial<Record<Directive, readonly string[]>>

/** A safe subset of `host-source` (CSP Level 3 §2.3.1): https, optional wildcard and port. */
const SOURCE = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/

const collecting = new AsyncLocalStorage<PolicySources[]>()

export function isPolicySource(source: string): boolean {
  return SOURCE.test(source)
}

/** Allows the page being rendered to load from these sources. */
export function allowSources(sources: PolicySources): void {
  collecting.getStore()?.push(sources)
}

export async function collectSources<T>(
  render: () => Promise<T>,
): Promise<{ result: T; sources: PolicySources }> {
  const named: PolicySources[] = []
  const result = await collecting.run(named, render)
  const merged = DIRECTIVES.map((name) => [
    name,
    [...new Set(named.flatMap((sources) => sources[name] ?? []))],
  ])
  return { result, sources: Object.fromEntries(merged) }
}
