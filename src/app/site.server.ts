import { rollUpViews } from '#features/analytics/server/roll-up-views.server.ts'
import {
  createMissingArticles,
  findAvailability,
  findMissing,
} from '#features/articles/server/article-availability.server.ts'
import { loadCategories } from '#features/categories/server/load-categories.server.ts'
import { followedTopic } from '#features/collaboration/server/stream-topic.server.ts'
import { loadLook } from '#features/looks/server/load-look.server.ts'
import { openStorage } from '#features/media/server/uploads-storage.server.ts'
import { loadPhrases } from '#features/phrases/server/load-phrases.server.ts'
import {
  createRedirectLookup,
  findRedirect,
  storeHits,
} from '#features/redirects/server/redirect-lookup.server.ts'
import { type CacheTag, isReaderTag } from '#kernel/cache-tags.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { ADMIN_LIVE_PATH } from '#kernel/paths.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { createSharedReads, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { monitorDatabase } from '#platform/database/database-monitor.server.ts'
import type { listenForNotifications } from '#platform/database/notifications.server.ts'
import { type DiskStatus, monitorDisks, setDiskMonitor } from '#platform/files/disk-space.server.ts'
import { monitorStorage, type StorageMonitor } from '#platform/files/storage-monitor.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log, logFailure } from '#platform/process/log.server.ts'
import { createLiveStream } from '#platform/server/live-stream.server.ts'
import { openEdgePolicy } from './cdn/open-cdn.server.ts'
import { listenForChanges } from './changes/change-notifications.server.ts'
import { createCopyConfirmation } from './changes/confirm-copies.server.ts'
import { RENEWAL_MS } from './changes/pace-ingest-changes.server.ts'
import { diskFolders } from './disk-folders.server.ts'
import { createHttpRoutes } from './http-routes.server.ts'
import { openReplica } from './open-replica.server.ts'
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
  let isCurrent = false
  let notifyOfReaderChange = () => {}
  const listeners = new Map<CacheTag, (() => void)[]>()
  const notify = (tags: Iterable<CacheTag>) => {
    for (const tag of tags) for (const listener of listeners.get(tag) ?? []) listener()
  }
  const edge = await openEdgePolicy(env)
  const cache = createPageCache({ maxBytes: PAGE_CACHE_BYTES, edge })
  const copies = createCopyConfirmation({ cache, findMissing: (ids) => findMissing(database.db, ids) })
  closing.defer(() => copies.close())
  const sharedReads = createSharedReads()
  const missingArticles = createMissingArticles((id) => findAvailability(database.db, id))
  const redirectLookup = createRedirectLookup({
    find: (key) => findRedirect(database.db, key),
    storeHits: (hits) => storeHits(database.db, hits),
    onError: (error) => log().warn({ err: error }, 'The hits of redirects could not be stored yet'),
  })
  closing.defer(() => redirectLookup.close())
  const stream = createLiveStream({ trustedProxies: env.TRUST_PROXY })
  const adminStream = createLiveStream({
    trustedProxies: env.TRUST_PROXY,
    path: ADMIN_LIVE_PATH,
    isAuthorised: (request) => canFollowChanges(database.db, request),
    topicOf: followedTopic,
    maxDurationMs: ADMIN_STREAM_MS,
  })
  /** Both contain texts and dates of the place. */
  const rendered = {
    clear() {
      sharedReads.invalidateAll()
      cache.clear()
    },
  }
  const gate = await openSiteGate(env, database.db, rendered, {
    onReloaded: () => stream.publish(['settings']),
    onTimeZoneChange: () =>
      rollUpViews(database.db, new Date()).catch((error) =>
        logFailure(error, 'Page views could not be rolled up'),
      ),
  })
  closing.defer(() => gate.close())

  function invalidateAll(): void {
    sharedReads.invalidateAll()
    cache.invalidateAll()
    missingArticles.invalidateAll()
    redirectLookup.invalidateAll()
  }

  function reset(): void {
    gate.reload()
    stream.reset()
    adminStream.reset()
    void adminStream.recheckAuthorisation()
    notify(listeners.keys())
  }

  /** Drops the pages only after loading, since pages show the categories and phrases of this process. */
  async function reloadCategoriesAndPhrases(): Promise<void> {
    const loads = await Promise.allSettled([loadCategories(database.db), loadPhrases(database.db)])
    for (const load of loads)
      if (load.status === 'rejected')
        log().warn({ err: load.reason }, 'The categories or phrases could not be loaded')
    if (!loads.some((load) => load.status === 'fulfilled' && load.value)) return
    invalidateAll()
    reset()
  }

  /** Drops the pages only after loading, as above. Open pages then load the style of the new look, and the texts of the settings. */
  async function reloadLook(): Promise<void> {
    try {
      if (!(await loadLook(database.db))) return
      invalidateAll()
      stream.publish(['look', 'settings'])
    } catch (error) {
      log().warn({ err: error }, 'The look could not be loaded')
    }
  }

  const monitor = monitorDatabase(
    database.url,
    (isAvailable) => {
      database.pool.setAvailable(isAvailable)
      if (!isAvailable) return log().warn('The database does not respond; cached pages are still served')
      log().info('The database responds again')
      reset()
      void reloadCategoriesAndPhrases()
      void reloadLook()
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

  const replica = openReplica(env, database, () => isCurrent, closing)
  const storage = openStorageMonitor(env)
  closing.defer(() => storage?.close())

  const { images, ...routes } = createHttpRoutes({
    env,
    services,
    monitor,
    disks,
    storage,
    cache,
    stream,
    adminStream,
    isDraining: () => isDraining,
    isCurrent: () => isCurrent,
    replica,
    edge,
    readAllMetrics: worker.readAllMetrics,
    closing,
  })

  const changes = await listenForChanges(
    database.directUrl,
    {
      onChange(tags, { isIngest, removedId }) {
        if (tags.includes('categories') || tags.includes('phrases')) void reloadCategoriesAndPhrases()
        if (tags.includes('look')) void reloadLook()
        const readerTags = tags.filter(isReaderTag).filter((tag) => tag !== 'look')
        if (readerTags.length > 0) replica?.markChanged()
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
        if (tags.includes('admin:redirects')) redirectLookup.invalidateAll()
        // After the last outdated page, whose live stream starts with the changes since its request.
        if (isIngest) setTimeout(() => stream.publish(readerTags), RENEWAL_MS).unref()
        else stream.publish(readerTags)
        adminStream.publish(tags)
        if (tags.includes('admin:users') || tags.includes('settings')) void adminStream.recheckAuthorisation()
        // The assignee of a draft may have changed.
        else if (tags.includes('admin:drafts')) void adminStream.recheckFollowers()
        notify(tags)
        if (readerTags.length > 0) notifyOfReaderChange()
      },
      onTopicEvent: ({ topic, event, data }) => adminStream.send(topic, event, data),
      onReset() {
        isCurrent = true
        replica?.markChanged()
        invalidateAll()
        images.forget()
        void copies.confirm()
        void reloadCategoriesAndPhrases()
        void reloadLook()
        // Otherwise clients would request data that cannot be read yet.
        if (monitor.isAvailable) reset()
      },
      // Until the database responds, cached pages are served.
      onDisconnected() {
        isCurrent = false
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
    redirectLookup,
    gate,
    routes,
    onChange(tag: CacheTag, listener: () => void): void {
      listeners.set(tag, [...(listeners.get(tag) ?? []), listener])
    },
    onReaderChange(listener: () => void): void {
      notifyOfReaderChange = listener
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

/** Returns undefined without STORAGE_URL. */
function openStorageMonitor(env: Env): StorageMonitor | undefined {
  if (env.STORAGE_URL === undefined) return undefined
  const { uploads } = openStorage(env.STORAGE_URL, env)
  return monitorStorage(uploads.readMarker, (problem) => {
    if (problem === undefined) return log().info('The storage of the uploads responds again')
    log().error(`The storage of the uploads cannot be used, so images may be missing: ${problem}`)
  })
}

function logDiskState({ use, state, folder, freeBytes }: DiskStatus): void {
  const details = { folder, freeBytes }
  const free = `${formatBytes(freeBytes)} is free on the disk of ${folder}`
  if (state === 'enough') log().info(details, `${free}, enough again`)
  else if (state === 'full' && use === 'database')
    log().error(details, `${free}: nothing is saved until there is more space`)
  else log().warn(details, `${free}: uploads, ingests and backups are refused until there is more space`)
}
