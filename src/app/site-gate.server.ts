import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '#features/access/rules/access.ts'
import {
  hasAdminAccess,
  hasSignedSession,
  readStaffAccount,
} from '#features/accounts/server/current-session.server.ts'
import { canFollowTopic, followedTopic } from '#features/collaboration/server/stream-topic.server.ts'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { decideHost, type PublicNames, publicOrigin } from '#features/site/rules/decide-host.ts'
import { watchSettings } from '#features/site/server/watch-settings.server.ts'
import { place } from '#kernel/time/place.ts'
import type { PageCache } from '#platform/cache/page-cache.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { setSiteOrigin, siteOrigin } from '#platform/process/site-origin.server.ts'
import { createHostGate, type HostGate } from '#platform/server/host-gate.server.ts'
import { createMaintenanceGate, type MaintenanceGate } from '#platform/server/maintenance-gate.server.ts'

export type SiteGate = {
  hosts: HostGate
  maintenance: MaintenanceGate
  readonly siteName: string
  /** @returns the site's origin */
  setPort(port: number): string
  reload(): void
  close(): void
}

type Handlers = {
  /** Called once changed settings are in effect. */
  onReloaded(): void
  /** Called afterwards if the time zone has changed: days start and end at other times. */
  onTimeZoneChange(): void
}

export async function openSiteGate(
  env: Env,
  db: Db,
  cache: Pick<PageCache, 'clear'>,
  handlers: Handlers,
): Promise<SiteGate> {
  let port = env.PORT
  const settings = await watchSettings(db, {
    onChange,
    onError: (error) =>
      log().warn({ err: error }, 'Failed to read the settings; the last known settings remain in effect'),
  })
  const names = (): PublicNames => ({ siteUrl: env.SITE_URL, ...settings.current })
  applyPlaceAndLanguage(settings.current.place)
  const updateOrigin = () => setSiteOrigin({ SITE_URL: publicOrigin(names()) }, port)
  const origin = updateOrigin()
  if (env.SITE_URL && env.SITE_URL !== origin)
    log().warn(`The setting prefer_www changes SITE_URL to ${origin}: readers are redirected to it`)
  const hosts = createHostGate({
    decide: (host, scheme) => decideHost(host, scheme, names()),
    trustedProxies: env.TRUST_PROXY,
  })
  const maintenance = createMaintenanceGate({
    state: () => settings.current,
    hasAdminAccess: isFromStaff,
  })

  function onChange(): void {
    hosts.clearCache()
    const before = { origin: siteOrigin(), ...place() }
    applyPlaceAndLanguage(settings.current.place)
    const after = { origin: updateOrigin(), ...place() }
    // Pages rendered since may contain the previous origin, or dates in the previous time zone.
    if (!isDeepStrictEqual(after, before)) cache.clear()
    handlers.onReloaded()
    if (after.timeZone !== before.timeZone) handlers.onTimeZoneChange()
  }

  return {
    hosts,
    maintenance,
    get siteName() {
      return settings.current.siteName
    },
    setPort(listening) {
      port = listening
      return updateOrigin()
    },
    reload: settings.reload,
    close: settings.close,
  }
}

/** False if the signature cannot be verified: the requested page shows why. */
export function isFromAccount({ headers }: IncomingMessage): Promise<boolean> {
  return orElse(false, () => hasSignedSession(headers.cookie))
}

function isFromStaff({ headers }: IncomingMessage): Promise<boolean> {
  return orElse(false, () => hasAdminAccess(headers.cookie))
}

export function findStaffAccount({ headers }: IncomingMessage): Promise<Account | null> {
  return orElse(null, () => readStaffAccount(headers.cookie))
}

/** Checks the stream, and the draft or front that the request names. */
export function canFollowChanges(db: Db, request: IncomingMessage): Promise<boolean> {
  return orElse(false, async () => {
    const topic = followedTopic(request)
    if (topic === undefined) return hasAdminAccess(request.headers.cookie)
    const account = await readStaffAccount(request.headers.cookie)
    return account !== null && canFollowTopic(db, account, topic)
  })
}

async function orElse<Answer>(refusal: Answer, decide: () => Promise<Answer>): Promise<Answer> {
  try {
    return await decide()
  } catch (error) {
    log().warn({ err: error }, 'Failed to read a session')
    return refusal
  }
}
