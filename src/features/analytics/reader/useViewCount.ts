import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Has the pages counted that are shown. Where what counts them cannot be had, they are read uncounted. */
export function useViewCount(): void {
  const router = useRouter()
  useEffect(() => {
    import('./count-views.ts').then(
      ({ countViews }) => countViews(router),
      () => {},
    )
  }, [router])
}
