import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Loads the script, a separate chunk, and ignores a failure to load it. */
export function usePageViewTracking(): void {
  const router = useRouter()
  useEffect(() => {
    import('./track-page-views.ts').then(
      ({ trackPageViews }) => trackPageViews(router),
      () => {},
    )
  }, [router])
}
