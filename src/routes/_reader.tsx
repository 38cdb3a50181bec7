import { createFileRoute, Outlet } from '@tanstack/react-router'
import { usePageViewTracking } from '#features/analytics/reader/usePageViewTracking.ts'
import { breakingQuery } from '#features/front/reader-front.functions.ts'
import { useOfflineReading } from '#features/reading/reader/useOfflineReading.ts'
import { fontLinks } from '#features/shell/reader/font-links.ts'
import { ReaderShell } from '#features/shell/reader/ReaderShell.tsx'
import { adsQuery } from '#features/site/ads.functions.ts'
import { AdConsentScript } from '#features/site/reader/AdConsent.tsx'
import { AdSlot } from '#features/site/reader/AdSlot.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import icons from '#ui/icons.svg?no-inline'

/** Reader routes never read a session, so pages are the same for everybody. */
export const Route = createFileRoute('/_reader')({
  // In the entry file it compresses better.
  codeSplitGroupings: [],
  loader: async ({ context: { queryClient } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureQueryData(breakingQuery),
      // Each page's policy also applies to pages opened from it.
      queryClient.ensureQueryData(adsQuery).catch(() => {}),
    ])
    return site
  },
  head: ({ loaderData, matches }) => ({
    meta: loaderData ? [{ title: fallbackTitle(loaderData.settings.siteName, matches) }] : [],
    links: [
      ...(fontLinks() ?? []),
      { rel: 'preload', href: icons, as: 'image', type: 'image/svg+xml', crossOrigin: 'anonymous' },
    ],
  }),
  component: Reader,
})

/** Returns the title of a page that is loading or has failed to load. */
function fallbackTitle(siteName: string, matches: readonly { status: string }[]): string {
  return matches.some(({ status }) => status === 'error')
    ? `${phrase('Something went wrong')} | ${siteName}`
    : siteName
}

/** For readers with a reading list. */
const loadArticleDataAddress = () => import('#features/articles/reader/article-data-address.ts')

function Reader() {
  useOfflineReading(loadArticleDataAddress)
  usePageViewTracking()
  return (
    <ReaderShell>
      <AdConsentScript />
      <AdSlot place="headerCode" />
      <Outlet />
    </ReaderShell>
  )
}
