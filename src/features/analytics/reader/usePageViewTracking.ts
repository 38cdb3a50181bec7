import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Tracks page views; loads the script after the page. A failure to load it is ignored. */
export function usePageViewTracking(): void {
  const router = useRouter()
  useEffect(() => {
    import('./track-page-views.ts').then(
      ({ trackPageViews }) => trackPageViews(router),
      () => {},
    )
  }, [router])
}
