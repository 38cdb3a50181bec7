import type { Act } from '#domain/beacon.ts'

/** The event in which a page tells itself what its reader does with the article. */
export const ENGAGED = 'masthead:engaged'

/** Has an act counted, where views are. */
export function tellEngagement(act: Act): void {
  dispatchEvent(new CustomEvent(ENGAGED, { detail: act }))
}
