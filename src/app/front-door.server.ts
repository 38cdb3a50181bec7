import { isAdministrator } from '#features/accounts/server/auth.server.ts'
import { decideHost, type PublicNames, publicOrigin } from '#features/site/rules/decide-host.ts'
import { keepSettings } from '#features/site/server/settings-snapshot.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Env } from '#platform/env.server.ts'
import { createHostGate, type HostGate } from '#platform/http/host-gate.server.ts'
import { createMaintenanceGate, type MaintenanceGate } from '#platform/http/maintenance-gate.server.ts'
import { log } from '#platform/log.server.ts'
import type { PageCache } from '#platform/pages/page-cache.server.ts'
import { setSiteOrigin, siteOrigin } from '#platform/site-origin.server.ts'

/** What the settings decide before any page is looked for: under which names the site answers, and whom. */
export type FrontDoor = {
  hosts: HostGate
  maintenance: MaintenanceGate
  /** Says at which port the site listens. @returns the site's origin */
  standAt(port: number): string
  /** To be called when settings may have changed. */
  reload(): void
  close(): void
}

/**
 * Reads the settings and follows them. Stored pages name the site's origin, so they go when it changes.
 *
 * @param onFollowed is called when the door stands as changed settings say: open pages that ask now meet it so
 */
export async function openFrontDoor(
  env: Env,
  db: Db,
  cache: PageCache,
  onFollowed = () => {},
): Promise<FrontDoor> {
  let port = env.PORT
  const settings = await keepSettings(db, {
    onChange,
    onError: (error) => log().warn({ err: error }, 'The settings cannot be read; the last known ones stand'),
  })
  const names = (): PublicNames => ({ siteUrl: env.SITE_URL, ...settings.current })
  const nameSite = () => setSiteOrigin({ SITE_URL: publicOrigin(names()) }, port)
  const named = nameSite()
  if (env.SITE_URL && env.SITE_URL !== named)
    log().warn(`The setting prefer_www makes SITE_URL ${named}: readers are sent there`)
  const hosts = createHostGate({
    decide: (host, scheme) => decideHost(host, scheme, names()),
    trustProxy: env.TRUST_PROXY,
  })
  const maintenance = createMaintenanceGate({
    state: () => settings.current,
    isAdministrator: ({ headers }) =>
      isAdministrator(headers.cookie).catch((error) => {
        log().warn({ err: error }, 'A session cannot be read while the site is under maintenance')
        return false
      }),
  })

  function onChange(): void {
    hosts.forget()
    const before = siteOrigin()
    // A page that was rendered since the announcement may have been told the former origin.
    if (nameSite() !== before) cache.clear()
    onFollowed()
  }

  return {
    hosts,
    maintenance,
    standAt(listened) {
      port = listened
      return nameSite()
    },
    reload: settings.reload,
    close: settings.close,
  }
}
