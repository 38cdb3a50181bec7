import type { AnyRouter } from '@tanstack/react-router'
import { releaseHeldClick } from './held-click.ts'
import { startClient } from './start-client.ts'

/** Unindented, since every page contains it. */
const SCRIPT = `(${startClient})(${releaseHeldClick})`.replace(/\n\s+/g, '\n')

/** Replaces the page's client scripts with `startClient`. */
export function startAfterPaint(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!import.meta.env.PROD || !manifest) return
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { preloads: _, scripts, ...route }]) => [
      id,
      {
        ...route,
        ...(scripts && {
          scripts: [{ attrs: { 'data-start': '' }, children: SCRIPT }],
        }),
      },
    ]),
  )
  router.ssr = { manifest: { ...manifest, routes } }
}
