import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadWhenIdle } from '#ui/load-when-idle.ts'

/** Loads the code of all screens when the browser is idle. Without a network, the router would reload the page for it. */
export function usePreloadedScreens(): void {
  const router = useRouter()
  useEffect(() => {
    const screens = Object.values<AnyRoute>(router.routesById).filter(({ id }) =>
      id.startsWith('/_office/admin'),
    )
    loadWhenIdle(() => Promise.all(screens.map((screen) => router.loadRouteChunk(screen))))
  }, [router])
}
