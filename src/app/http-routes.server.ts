import type { IncomingMessage } from 'node:http'
import { createStaffSessions, hasAdminAccess } from '#features/accounts/server/current-session.server.ts'
import { isPasswordPath } from '#features/accounts/server/password-turns.server.ts'
import { createBeaconHandler } from '#features/analytics/server/beacon-handler.server.ts'
import { createViewQueue } from '#features/analytics/server/view-queue.server.ts'
import { findImageUrl, findPageUrl, listTextImages } from '#features/articles/server/article-images.server.ts'
import { findBackupAge } from '#features/backups/server/backup-runs.server.ts'
import { findPurgeAge } from '#features/cdn/server/cdn-state.server.ts'
import { countFailingFeeds } from '#features/feeds/model/feeds.server.ts'
import { handlePhrases } from '#features/language/server/language.server.ts'
import { handleLookFile } from '#features/looks/server/look-handler.server.ts'
import { handleMedia } from '#features/media/server/media-handler.server.ts'
import { createMediaStore } from '#features/media/server/media-store.server.ts'
import { handleUploads } from '#features/media/server/serve-uploads.server.ts'
import { createShownUploads } from '#features/media/server/shown-image.server.ts'
import { findCaptions } from '#features/media/server/shown-recording.server.ts'
import { createUploadAudiences } from '#features/media/server/upload-audience.server.ts'
import {
  isUploadsFolderShared,
  maxVariantBytes,
  variantsFolder,
} from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { isSignupOutcome } from '#features/newsletter/rules/signup-outcome.ts'
import { MAX_IMPORT_BYTES } from '#features/newsletter/rules/subscriber-import.ts'
import { listLatePublications } from '#features/publishing/server/late-publications.server.ts'
import { isUploadShared } from '#features/publishing/server/preview-links.server.ts'
import { isUploadPublic } from '#features/publishing/server/public-uploads.server.ts'
import { isSearchParam, isSearchPath, SEARCH_PARAM_NAMES } from '#features/search/rules/search-params.ts'
import type { CacheTag } from '#kernel/cache-tags.ts'
import { isCursor } from '#kernel/cursor.ts'
import { BEACON_PATH, EXPORT_UPLOAD_PATH, IMAGE_UPLOAD_PATH, PORTRAIT_UPLOAD_PATH } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { PageCache } from '#platform/cache/page-cache.server.ts'
import type { EdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import type { DatabaseMonitor } from '#platform/database/database-monitor.server.ts'
import type { ReadReplica } from '#platform/database/read-replica.server.ts'
import { type DiskMonitor, requireDiskSpace } from '#platform/files/disk-space.server.ts'
import { StorageError } from '#platform/files/storage-error.ts'
import type { StorageMonitor } from '#platform/files/storage-monitor.server.ts'
import { emailOutcomes } from '#platform/mail/mail.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import type { HttpOptions, RequestHandler } from '#platform/server/http.server.ts'
import type { LargeBody } from '#platform/server/large-bodies.server.ts'
import type { LiveStream } from '#platform/server/live-stream.server.ts'
import { createHealth, createMetrics } from '#platform/server/monitoring.server.ts'
import { createProxyNotice } from '#platform/server/proxy-notice.server.ts'
import { createReadOnlyGate } from '#platform/server/read-only-gate.server.ts'
import type { Services } from './services.server.ts'
import { findStaffAccount, isFromAccount } from './site-gate.server.ts'
import { reportUntrustedProxy } from './untrusted-proxy.server.ts'

const FOLLOWING_FEED = /^\/following\/feed\.xml$/i
const NEWSLETTER = /^\/newsletter\/?$/i

/** Other query parameters would create copies of cached pages. */
const PAGE_PARAMETERS: HttpOptions['pageParameters'] = new Map<
  string,
  (value: string, path: string) => boolean
>([
  ...SEARCH_PARAM_NAMES.map(
    (name) =>
      [name, (value: string, path: string) => isSearchPath(path) && isSearchParam(name, value)] as const,
  ),
  ['outcome', (value, path) => NEWSLETTER.test(path) && isSignupOutcome(value)],
  ['before', isCursor],
  // Responses to these are not cached.
  ...['topics', 'authors', 'sections'].map(
    (name) =>
      [name, (value: string, path: string) => FOLLOWING_FEED.test(path) && value.length <= 8_000] as const,
  ),
  ['post', (value, path) => path.startsWith('/article/') && isUuid(value)],
])

type Routes = Pick<
  HttpOptions,
  | 'pageParameters'
  | 'acceptsForm'
  | 'hasSession'
  | 'hasStaffSession'
  | 'isLowPriority'
  | 'findLargeBody'
  | 'hasOwnTurns'
  | 'probes'
  | 'handlers'
  | 'count'
  | 'lastEventId'
  | 'isDatabaseUnavailable'
  | 'isDraining'
  | 'isCurrent'
> & {
  isCircuitOpen(): boolean
  readMetrics(): Promise<unknown>
  timeResponse: ReturnType<typeof createMetrics>['time']
  images: ImageAccess
}

type ImageAccess = {
  /** Looks up the images of changed articles again, or of all. */
  expire(tags?: readonly CacheTag[]): void
  /** Withholds the images of a removed article, or all that it does not find again. */
  forget(articleId?: string): void
}

export function createHttpRoutes(options: {
  env: Env
  services: Services
  monitor: DatabaseMonitor
  disks: DiskMonitor
  storage: StorageMonitor | undefined
  cache: PageCache
  stream: LiveStream
  adminStream: LiveStream
  isDraining(): boolean
  isCurrent(): boolean
  replica?: ReadReplica | undefined
  edge: EdgePolicy | undefined
  readAllMetrics?: () => Promise<unknown[]>
  closing: AsyncDisposableStack
}): Routes {
  const {
    env,
    services,
    monitor,
    disks,
    storage,
    cache,
    stream,
    adminStream,
    isDraining,
    isCurrent,
    closing,
  } = options
  const { database } = services
  const isDatabaseUnavailable = async () => !(await monitor.check())
  const isStorageAvailable = storage && (() => storage.problem === undefined)
  const metrics = createMetrics({
    cache,
    stream,
    version: RELEASE,
    pool: database.pool,
    replica: options.replica,
    emails: emailOutcomes,
    countFailingFeeds: () => countFailingFeeds(database.db),
    countLatePublications: async () => (await listLatePublications(database.db, new Date())).length,
    isUploadsFolderShared: () => isUploadsFolderShared(database.db, openUploads(env)),
    isStorageAvailable,
    findBackupAge: () => findBackupAge(database.db, new Date()),
    findPurgeAge: () => findPurgeAge(database.db, new Date()),
    disks: disks.disks,
    readAll: options.readAllMetrics,
    token: env.METRICS_TOKEN,
  })
  const views = createViewQueue({
    db: database.db,
    site: siteOrigin,
    onError: (error) => log().warn({ err: error }, 'Failed to store page views'),
  })
  closing.defer(() => views.close())
  const { handlers: imageHandlers, ...images } = createImageHandlers(env, services, (id) =>
    isCurrent() ? options.edge?.ofImage(id) : undefined,
  )
  const staffSessions = createStaffSessions(hasAdminAccess)
  const hasStaffSession = ({ headers }: IncomingMessage) => staffSessions.has(headers.cookie)
  const beacon = createBeaconHandler({
    queue: views,
    // Without waiting, views of the newsroom would be counted while the database is slow. The response is already sent.
    hasStaffSession: ({ headers }) => staffSessions.waitFor(headers.cookie),
    trustedProxies: env.TRUST_PROXY,
  })
  const readOnlyGate = createReadOnlyGate(() => disks.stateOf('database') === 'full')
  const proxyNotice = createProxyNotice({
    trustedProxies: env.TRUST_PROXY,
    onUntrusted: (address) => void reportUntrustedProxy(env, address),
  })
  return {
    // Requests that got no connection may be repeated, but this process can serve others.
    isDatabaseUnavailable: async () => database.pool.isExhausted || (await isDatabaseUnavailable()),
    isCircuitOpen: () => !monitor.isAvailable,
    pageParameters: PAGE_PARAMETERS,
    acceptsForm: (path) => NEWSLETTER.test(path),
    // Nobody waits for its response.
    isLowPriority: (path) => path === BEACON_PATH,
    hasSession: isFromAccount,
    hasStaffSession,
    findLargeBody: findStaffBody,
    hasOwnTurns: isPasswordPath,
    probes: [
      proxyNotice,
      createHealth(isDatabaseUnavailable, isDraining, isStorageAvailable),
      metrics.handle,
    ],
    handlers: [
      readOnlyGate,
      beacon,
      handlePhrases,
      stream.handle,
      adminStream.handle,
      handleLookFile,
      ...imageHandlers,
    ],
    count: metrics.count,
    lastEventId: () => stream.lastEventId,
    readMetrics: metrics.read,
    timeResponse: metrics.time,
    isDraining,
    isCurrent,
    images,
  }
}

async function findStaffBody(path: string, request: IncomingMessage): Promise<LargeBody | null> {
  const account = await findStaffAccount(request)
  return account && limitStaffBody(path, account.id)
}

const STREAMED_PATHS = [IMAGE_UPLOAD_PATH, PORTRAIT_UPLOAD_PATH, EXPORT_UPLOAD_PATH]

/** Exported for tests. */
export function limitStaffBody(path: string, person: string): LargeBody {
  const isStreamed = STREAMED_PATHS.includes(path)
  // The handlers of files explain their limit, and write to a file. Other requests are smaller than imports.
  return { person, maxBytes: isStreamed ? Number.POSITIVE_INFINITY : MAX_IMPORT_BYTES, isStreamed }
}

function createImageHandlers(
  env: Env,
  { database, outbound }: Services,
  edgeOf: Parameters<typeof handleMedia>[4],
): ImageAccess & { handlers: RequestHandler[] } {
  const bucket = openUploads(env)
  const shown = createShownUploads(database.db)
  const audiences = createUploadAudiences({
    exists: async (name) => bucket.has(await shown.findFile(name)).catch(trueInOutage),
    isPublic: (name) => isUploadPublic(database.db, name),
    hasAdminAccess: ({ headers }) => hasAdminAccess(headers.cookie),
    isShared: (name, { url = '' }) => isUploadShared(database.db, { url, name }, new Date()),
  })
  const dir = variantsFolder(env)
  const store = createMediaStore({
    maxDiskBytes: maxVariantBytes(env),
    dir,
    requireSpace: () => requireDiskSpace([dir]),
    outbound,
    findImageUrl: (articleId) => findImageUrl(database.db, articleId),
    listTextImages: (articleId) => listTextImages(database.db, articleId),
    findUpload: shown.find,
    findPageUrl: (articleId) => findPageUrl(database.db, articleId),
    local: { samples: projectFile('samples', 'images'), uploads: bucket },
  })
  return {
    handlers: [
      (_path, request, response) => handleMedia(store, request, response, audiences.find, edgeOf),
      (_path, request, response) =>
        handleUploads(
          {
            bucket,
            findFile: shown.findFile,
            findCaptions: (name) => findCaptions(database.db, name),
          },
          request,
          response,
          audiences.find,
        ),
    ],
    expire(tags) {
      const isAnnounced = (tag: CacheTag) => !tags || tags.includes(tag)
      if ((['articles', 'settings', 'authors', 'topics'] as const).some(isAnnounced)) audiences.expire()
      if (!tags || tags.includes('admin:media')) shown.expire()
      if (!tags || tags.includes('settings')) store.images.expire()
      for (const tag of tags ?? [])
        if (tag.startsWith('article:')) store.images.expire(tag.slice('article:'.length))
    },
    forget(articleId) {
      audiences.forget()
      store.images.forget(articleId)
    },
  }
}

/** During an outage of the storage, variants are served from the cache. */
function trueInOutage(error: unknown): true {
  if (error instanceof StorageError) return true
  throw error
}
