import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { db } from '#platform/database/db.server.ts'
import { allowScript } from '#platform/http/content-security-policy.server.ts'
import { webManifest } from '../rules/web-manifest.ts'
import { OFFLINE_SCRIPT, offlinePage } from './offline-page.ts'

export async function respondWithManifest(): Promise<Response> {
  const manifest = JSON.stringify(webManifest(await findPublicSettings(db())))
  return new Response(manifest, { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } })
}

/** Cached by service workers. */
export async function respondWithOfflinePage(): Promise<Response> {
  const { siteName } = await findPublicSettings(db())
  allowScript(OFFLINE_SCRIPT)
  return new Response(offlinePage(siteName), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
