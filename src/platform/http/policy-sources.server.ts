import { AsyncLocalStorage } from 'node:async_hooks'

const DIRECTIVES = ['script-src', 'frame-src', 'img-src', 'connect-src'] as const
type Directive = (typeof DIRECTIVES)[number]

/** Where a page may load from besides the site itself: for each directive (CSP Level 3) sources as `https://ads.example`. */
export type PolicySources = Partial<Record<Directive, readonly string[]>>

/**
 * An https host, perhaps with all hosts below it and a port: a narrow part of the `host-source` of CSP Level 3, §2.3.1.
 * Nothing that ends a source or a directive fits, nor does an address without a name.
 */
const SOURCE = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/

const collecting = new AsyncLocalStorage<PolicySources[]>()

/** Whether a policy can name `source`; any other is left out of it. */
export function isPolicySource(source: string): boolean {
  return SOURCE.test(source)
}

/**
 * Says that the page being rendered, if one is, may load from these sources too. Its policy is widened by them and by
 * nothing else, so a page that names none has the strict one; a stored page keeps its policy until it is dropped.
 */
export function allowSources(sources: PolicySources): void {
  collecting.getStore()?.push(sources)
}

/** Runs `render` and returns its result with every source that was named on the way. */
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
