import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

export function usePageViewTracking(): void {
  const router = useRouter()
  useEffect(() => {
    import('./track-page-views.ts').then(
      ({ trackPageViews }) => trackPageViews(router),
      () => {},
    )
  }, [router])
}
