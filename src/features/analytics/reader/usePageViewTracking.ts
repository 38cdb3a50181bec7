import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Has the pages counted that are shown. Where what counts them cannot be had, they are read uncounted. */
export function usePageViewTracking(): void {
  const router = useRouter()
  useEffect(() => {
    import('./track-page-views.ts').then(
      ({ trackPageViews }) => trackPageViews(router),
      () => {},
    )
  }, [router])
}
