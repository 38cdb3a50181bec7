import type { AnyRouter } from '@tanstack/react-router'
import { startClient } from './start-client.ts'

/** Replaces the client scripts of the page that `router` is about to render by `startClient`. */
export function startAfterPaint(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!import.meta.env.PROD || !manifest) return
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { preloads: _, scripts, ...route }]) => [
      id,
      {
        ...route,
        ...(scripts && { scripts: [{ attrs: { 'data-start': '' }, children: `(${startClient})()` }] }),
      },
    ]),
  )
  router.ssr = { manifest: { ...manifest, routes } }
}
