import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { log } from '#platform/log.server.ts'
import { preventCaching } from '#platform/pages/page-tags.server.ts'
import { NO_ADS, type PublicAds } from './rules/public-ads.ts'
import { findPublicAds } from './server/ads.server.ts'

/** Spec §8: where the settings cannot be fetched, that is logged and no ads are shown. The next page asks again. */
const getPublicAds = createServerFn({ method: 'GET' }).handler(async () => {
  try {
    return await findPublicAds(db())
  } catch (error) {
    log().error({ err: error }, 'Failed to fetch the public ad settings')
    preventCaching()
    return NO_ADS
  }
})

/** The public ad settings, for 5 minutes (spec §9). Below `settings`, since that is where they are stored. */
export const adsQuery = queryOptions({
  queryKey: ['settings', 'ads'],
  queryFn: () => getPublicAds(),
  meta: { tags: ['settings'] },
  staleTime: 300_000,
  structuralSharing: (known, found) => withinPolicy(known as PublicAds | undefined, found as PublicAds),
})

/** The policy came with the document: a host that it does not let through waits for the next one. */
function withinPolicy(known: PublicAds | undefined, found: PublicAds): PublicAds {
  return known && !found.hosts.every((host) => known.hosts.includes(host))
    ? known
    : replaceEqualDeep(known, found)
}
