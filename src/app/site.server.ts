import {
  createMissingArticles,
  findAvailability,
  findMissing,
} from '#features/articles/server/article-availability.server.ts'
import { followedDraft } from '#features/collaboration/server/draft-stream.server.ts'
import { type CacheTag, isReaderTag } from '#kernel/cache-tags.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { ADMIN_LIVE_PATH } from '#kernel/paths.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { createSharedReads, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { monitorDatabase } from '#platform/database/database-monitor.server.ts'
import type { listenForNotifications } from '#platform/database/notifications.server.ts'
import { type DiskStatus, monitorDisks, setDiskMonitor } from '#platform/files/disk-space.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { createLiveStream } from '#platform/server/live-stream.server.ts'
import { listenForChanges } from './changes/change-notifications.server.ts'
import { createCopyConfirmation } from './changes/confirm-copies.server.ts'
import { RENEWAL_MS } from './changes/pace-ingest-changes.server.ts'
import { diskFolders } from './disk-folders.server.ts'
import { createHttpRoutes } from './http-routes.server.ts'
import type { Services } from './services.server.ts'
import { canFollowChanges, openSiteGate } from './site-gate.server.ts'

const PAGE_CACHE_BYTES = 128 * 1024 * 1024
/** Reconnecting checks the session again. */
const ADMIN_STREAM_MS = 5 * 60_000

type WorkerConnections = {
  listen?: typeof listenForNotifications
  readAllMetrics?: () => Promise<unknown[]>
}

export type Site = Awaited<ReturnType<typeof openSite>>

/**
 * Changes invalidate cached pages before they reach open pages.
 *
 * @param worker of a worker process
 */
export async function openSite(
  env: Env,
  services: Services,
  closing: AsyncDisposableStack,
  worker: WorkerConnections = {},
) {
  const { database } = services
  let isDraining = false
  const listeners = new Map<CacheTag, (() => void)[]>()
  const notify = (tags: Iterable<CacheTag>) => {
    for (const tag of tags) for (const listener of listeners.get(tag) ?? []) listener()
  }
  const cache = createPageCache({ maxBytes: PAGE_CACHE_BYTES })
  const copies = createCopyConfirmation({ cache, findMissing: (ids) => findMissing(database.db, ids) })
  closing.defer(() => copies.close())
  const sharedReads = createSharedReads()
  const missingArticles = createMissingArticles((id) => findAvailability(database.db, id))
  const stream = createLiveStream({ trustedProxies: env.TRUST_PROXY })
  const adminStream = createLiveStream({
    trustedProxies: env.TRUST_PROXY,
    path: ADMIN_LIVE_PATH,
    isAuthorised: (request) => canFollowChanges(database.db, request),
    topicOf: followedDraft,
    maxDurationMs: ADMIN_STREAM_MS,
  })
  const gate = await openSiteGate(env, database.db, cache, () => stream.publish(['settings']))
  closing.defer(() => gate.close())

  function invalidateAll(): void {
    sharedReads.invalidateAll()
    cache.invalidateAll()
    missingArticles.invalidateAll()
  }

  function reset(): void {
    gate.reload()
    stream.reset()
    adminStream.reset()
    void adminStream.recheckAuthorisation()
    notify(listeners.keys())
  }

  const monitor = monitorDatabase(
    database.url,
    (isAvailable) => {
      database.pool.setAvailable(isAvailable)
      if (!isAvailable) return log().warn('The database does not respond; cached pages are still served')
      log().info('The database responds again')
      reset()
    },
    () => database.pool.responses,
  )
  closing.defer(() => monitor.close())

  const disks = monitorDisks(await diskFolders(env), (status) => {
    logDiskState(status)
    adminStream.reset()
  })
  closing.defer(() => {
    setDiskMonitor(undefined)
    disks.close()
  })
  setDiskMonitor(disks)
  await disks.check()

  const { images, ...routes } = createHttpRoutes({
    env,
    services,
    monitor,
    disks,
    cache,
    stream,
    adminStream,
    isDraining: () => isDraining,
    readAllMetrics: worker.readAllMetrics,
    closing,
  })

  const changes = await listenForChanges(
    database.url,
    {
      onChange(tags, { isIngest, removedId }) {
        const readerTags = tags.filter(isReaderTag)
        sharedReads.invalidate(readerTags)
        if (isIngest) cache.outdate(readerTags, RENEWAL_MS)
        else cache.invalidate(readerTags)
        missingArticles.invalidate(readerTags)
        images.expire(tags)
        if (removedId !== undefined) {
          cache.removeArticles([removedId])
          images.forget(removedId)
        }
        if (tags.includes('settings')) gate.reload()
        // After the last outdated page, whose live stream starts with the changes since its request.
        if (isIngest) setTimeout(() => stream.publish(readerTags), RENEWAL_MS).unref()
        else stream.publish(readerTags)
        adminStream.publish(tags)
        if (tags.includes('admin:users') || tags.includes('settings')) void adminStream.recheckAuthorisation()
        // The assignee of a draft may have changed.
        else if (tags.includes('admin:drafts')) void adminStream.recheckFollowers()
        notify(tags)
      },
      onDraft: ({ draft, event, data }) => adminStream.send(draft, event, data),
      onReset() {
        invalidateAll()
        images.forget()
        void copies.confirm()
        // Otherwise clients would request data that cannot be read yet.
        if (monitor.isAvailable) reset()
      },
      // Until the database responds, cached pages are served.
      onDisconnected() {
        if (!monitor.isAvailable) return
        invalidateAll()
        images.expire()
        void copies.check().then((isChecked) => isChecked && images.forget())
      },
      onError: (error) => log().warn({ err: error }, 'The connection for change notifications was lost'),
    },
    worker.listen,
  )
  closing.defer(() => changes.close())
  setSharedReads(sharedReads)
  closing.defer(() => setSharedReads(undefined))

  return {
    cache,
    missingArticles,
    gate,
    routes,
    onChange(tag: CacheTag, listener: () => void): void {
      listeners.set(tag, [...(listeners.get(tag) ?? []), listener])
    },
    drain(): void {
      isDraining = true
    },
    closeStreams(): void {
      adminStream.close()
      stream.close()
    },
  }
}

function logDiskState({ use, state, folder, freeBytes }: DiskStatus): void {
  const details = { folder, freeBytes }
  const free = `${formatBytes(freeBytes)} is free on the disk of ${folder}`
  if (state === 'enough') log().info(details, `${free}, enough again`)
  else if (state === 'full' && use === 'database')
    log().error(details, `${free}: nothing is saved until there is more space`)
  else log().warn(details, `${free}: uploads, ingests and backups are refused until there is more space`)
}
