import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadWhenIdle } from '../load-when-idle.ts'

/**
 * Loads screens when the browser is idle: if one cannot be loaded on navigation, the router reloads the page, which
 * fails without a network.
 */
export function usePreloadedScreens(prefix: '/_admin/admin' | '/_admin/admin_/'): void {
  const router = useRouter()
  useEffect(() => {
    const screens = Object.values<AnyRoute>(router.routesById).filter(({ id }) => id.startsWith(prefix))
    loadWhenIdle(() => Promise.all(screens.map((screen) => router.loadRouteChunk(screen))))
  }, [router, prefix])
}
