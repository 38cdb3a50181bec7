import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { preventCaching } from '#platform/http/render-context.server.ts'
import { noArguments } from '#platform/http/strict-arguments.ts'
import { log } from '#platform/process/log.server.ts'
import { NO_ADS, type PublicAds } from './rules/public-ads.ts'
import { findPublicAds } from './server/public-ads.server.ts'

/** Spec §8. A page without ads after a failure is not cached. */
const getPublicAds = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(async () => {
    try {
      return await findPublicAds(db())
    } catch (error) {
      log().error({ err: error }, 'Failed to fetch the public ad settings')
      preventCaching()
      return NO_ADS
    }
  })

/** Spec §9. */
export const adsQuery = queryOptions({
  queryKey: ['settings', 'ads'],
  queryFn: () => getPublicAds(),
  meta: { tags: ['settings'] },
  // Changes are announced, so that ads which are off are not requested again.
  staleTime: ({ state }) => (state.data?.enabled === false ? Number.POSITIVE_INFINITY : 300_000),
  structuralSharing: (known, found) => withinPolicy(known as PublicAds | undefined, found as PublicAds),
})

/** The open page's policy blocks new ad hosts until a full load. */
function withinPolicy(known: PublicAds | undefined, found: PublicAds): PublicAds {
  return known && !found.hosts.every((host) => known.hosts.includes(host))
    ? known
    : replaceEqualDeep(known, found)
}
