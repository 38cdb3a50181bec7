import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isAdministrator } from '#features/accounts/server/auth.server.ts'
import { settleLetters } from '#features/accounts/server/send-letter.server.ts'
import { BEACON_PATH, createBeaconHandler } from '#features/analytics/server/beacon-handler.server.ts'
import { createViewQueue } from '#features/analytics/server/view-queue.server.ts'
import { isSignupOutcome } from '#features/newsletter/rules/signup-outcome.ts'
import type { CampaignSender } from '#features/newsletter/server/campaign-sender.server.ts'
import { isSearchParam, SEARCH_PARAM_NAMES } from '#features/search/rules/search-params.ts'
import { isReaderTag } from '#kernel/cache-tags.ts'
import { isCursor } from '#kernel/cursor.ts'
import { OFFICE_LIVE_PATH } from '#kernel/paths.ts'
import { isUnreachable } from '#platform/database/db.server.ts'
import { type Env, env } from '#platform/env.server.ts'
import { createHealth } from '#platform/http/health.server.ts'
import { closeServer, createHttpServer, listen } from '#platform/http/http.server.ts'
import { createLiveStream, type LiveStream } from '#platform/http/live-stream.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { openStaticFiles } from '#platform/http/static-files.server.ts'
import { log } from '#platform/log.server.ts'
import { createPageCache, type PageCache } from '#platform/pages/page-cache.server.ts'
import { createPageRenderer, type Fetch } from '#platform/pages/page-renderer.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'
import { projectFile } from '#platform/project-file.server.ts'
import { setSiteOrigin, siteOrigin } from '#platform/site-origin.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { listenForChanges } from './change-announcements.server.ts'
import { inviteFirstAdministrator, prepareFirstStart } from './first-start.server.ts'
import { type FrontDoor, openFrontDoor } from './front-door.server.ts'
import { openMedia } from './media.server.ts'
import { openNewsletter } from './newsletter.server.ts'
import { startScheduledJobs } from './scheduled-jobs.server.ts'
import { openServices, type Services } from './services.server.ts'

/** The page whose form works without JavaScript. */
const NEWSLETTER = /^\/newsletter\/?$/i
/** `before` continues a list (`articles.server.ts`); `outcome` is of the newsletter's page, the others of the search page. */
const PAGE_PARAMETERS = new Map<string, (value: string, path: string) => boolean>([
  ...SEARCH_PARAM_NAMES.map(
    (name) =>
      [
        name,
        (value: string, path: string) => /^\/search\/?$/i.test(path) && isSearchParam(name, value),
      ] as const,
  ),
  ['outcome', (value, path) => NEWSLETTER.test(path) && isSignupOutcome(value)],
  ['before', isCursor],
])
/** What stored pages may take in memory. */
const PAGE_CACHE_BYTES = 128 * 1024 * 1024
/** A database that hangs must not keep the process from ending. It outlasts the time that PostgreSQL is given. */
const LONGEST_STOP_MS = 45_000
/** A session that has ended is told of no more changes after this long. */
const LOOK_AGAIN_MS = 5 * 60_000

/**
 * Starts Masthead and keeps it running until SIGINT, SIGTERM or SIGHUP; then everything is closed in reverse order. Trouble
 * that the user can mend ends the process with one line and status 1.
 *
 * @param fetch the application: what renders pages and answers server routes
 */
export async function boot(fetch: Fetch): Promise<void> {
  const closing = new AsyncDisposableStack()
  const stopped = Promise.withResolvers<void>()
  // A second signal changes nothing: under npm, Ctrl-C arrives twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve())
  try {
    await start(env(), fetch, closing)
    await stopped.promise
    log().info('Stopping …')
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
  } finally {
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    await closing.disposeAsync()
  }
  process.exit()
}

async function start(env: Env, fetch: Fetch, closing: AsyncDisposableStack): Promise<void> {
  const services = await openServices(env, closing)
  // Once no request is under way that might send one.
  closing.defer(() => settleLetters())
  if (services.isEmbedded) {
    const claim = await claimDataDir(env.DATA_DIR, { pid: process.pid, url: setSiteOrigin(env, env.PORT) })
    closing.defer(() => claim.release())
  }
  await prepareFirstStart(services.database.db, env)
  const cache = createPageCache({ maxBytes: PAGE_CACHE_BYTES })
  const stream = createLiveStream({ trustProxy: env.TRUST_PROXY })
  const officeStream = createLiveStream({
    trustProxy: env.TRUST_PROXY,
    path: OFFICE_LIVE_PATH,
    admits: isAdministratorAsking,
    longestMs: LOOK_AGAIN_MS,
  })
  const door = await openFrontDoor(env, services.database.db, cache, () => stream.tell(['settings']))
  closing.defer(() => door.close())
  let sender: CampaignSender | undefined
  const told = { cache, door, stream, officeStream, onCampaigns: () => sender?.nudge() }
  const server = await openListener(env, fetch, services, told, closing)
  const { port } = server.address() as AddressInfo
  const address = door.standAt(port)
  log().info({ address, port }, `Masthead is at ${address}`)
  await inviteFirstAdministrator(services.database.db, address)
  sender = openNewsletter(env, services)
  closing.defer(() => sender?.stop())
  // A paper that is served goes on without its jobs.
  await startScheduledJobs(env, services, closing).catch((error) =>
    log().error({ err: error }, 'The jobs could not be started'),
  )
}

type Told = {
  cache: PageCache
  door: FrontDoor
  stream: LiveStream
  officeStream: LiveStream
  /** A campaign was begun, resumed or has come further, or may have. */
  onCampaigns(): void
}

async function openListener(
  env: Env,
  fetch: Fetch,
  services: Services,
  { cache, door, stream, officeStream, onCampaigns }: Told,
  closing: AsyncDisposableStack,
): Promise<Server> {
  const { database } = services
  // Pages that reload what changed must not be answered with what was stored before.
  const live = await listenForChanges(database.url, {
    onChange(tags) {
      const pageTags = tags.filter(isReaderTag)
      cache.invalidate(pageTags)
      if (tags.includes('settings')) door.reload()
      if (pageTags.length > 0) stream.tell(pageTags)
      officeStream.tell(tags)
      // Who has lost a role or the account is told of nothing more.
      if (tags.includes('admin:users')) void officeStream.lookAgain()
      if (tags.includes('admin:campaigns')) onCampaigns()
    },
    onReset() {
      cache.clear()
      door.reload()
      stream.reset()
      officeStream.reset()
      void officeStream.lookAgain()
      onCampaigns()
    },
    onError: (error) => log().warn({ err: error }, 'The database is away; stored pages are still served'),
  })
  closing.defer(() => live.close())

  const media = openMedia(env, services)
  const files = await openStaticFiles(projectFile('dist', 'client'))
  const views = createViewQueue({
    db: database.db,
    site: siteOrigin,
    onError: (error) => log().warn({ err: error }, 'Page views cannot be stored'),
  })
  closing.defer(() => views.close())
  const beacon = createBeaconHandler({
    queue: views,
    isAdministrator: isAdministratorAsking,
    trustProxy: env.TRUST_PROXY,
  })
  const metrics = createMetrics(cache, stream)
  const isDatabaseAway = () => isUnreachable(database)
  const server = createHttpServer({
    cache,
    renderPage: createPageRenderer({ fetch, isDatabaseAway }),
    fetch,
    hosts: door.hosts,
    maintenance: door.maintenance,
    mayBringMuch: isAdministratorAsking,
    trustProxy: env.TRUST_PROXY,
    pageParameters: PAGE_PARAMETERS,
    takesForm: (path) => NEWSLETTER.test(path),
    probes: [createHealth(isDatabaseAway), metrics.handle],
    handlers: [
      beacon,
      stream.handle,
      officeStream.handle,
      (path, request, response) => files.serve(path, request, response),
      (_path, request, response) => media(request, response),
    ],
    mayWait: (path) => path === BEACON_PATH,
    count: metrics.count,
    onError: (error) => log().error({ err: error }, 'A request failed'),
  })
  await listen(server, env.PORT, env.HOST)
  closing.defer(() => closeServer(server))
  // Before the listener, which would wait for streams as for any answer under way.
  closing.defer(() => stream.close())
  closing.defer(() => officeStream.close())
  return server
}

/** Whether a request is one of an administrator who is signed in; where that cannot be known, it is not. */
async function isAdministratorAsking({ headers }: IncomingMessage): Promise<boolean> {
  try {
    return await isAdministrator(headers.cookie)
  } catch (error) {
    log().warn({ err: error }, 'A session cannot be read')
    return false
  }
}
