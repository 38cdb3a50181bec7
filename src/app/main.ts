import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { flushEmails } from '#features/accounts/server/send-email.server.ts'
import { withdrawnPage } from '#features/articles/server/withdrawn-page.server.ts'
import { uploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { claimUploadsFolder } from '#features/media/server/uploads-marker.server.ts'
import { type Env, env } from '#platform/env.server.ts'
import { closeServer, createHttpServer, listen } from '#platform/http/http.server.ts'
import { openStaticFiles } from '#platform/http/static-files.server.ts'
import { log, logFailure } from '#platform/log.server.ts'
import { sendGonePages } from '#platform/pages/gone-pages.server.ts'
import { createPageRenderer, type Fetch } from '#platform/pages/page-renderer.server.ts'
import { respondUnavailable } from '#platform/pages/respond-unavailable.server.ts'
import { shareNotFoundPages } from '#platform/pages/shared-not-found.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'
import { projectFile } from '#platform/project-file.server.ts'
import { setSiteOrigin } from '#platform/site-origin.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { inviteFirstAdministrator, prepareFirstStart } from './first-start.server.ts'
import { openNewsletter } from './newsletter.server.ts'
import { type FindRoute, findNotFoundPath, findWithdrawalReason, isNotFoundPath } from './not-found-paths.ts'
import { openPublicationTimer } from './publications.server.ts'
import { startScheduledJobs } from './scheduled-jobs.server.ts'
import { openServices, type Services } from './services.server.ts'
import { openSite, type Site } from './site.server.ts'

/** For a hanging database. Longer than PostgreSQL's own timeout. */
const SHUTDOWN_TIMEOUT_MS = 45_000
/** For requests that are being handled, such as uploads. */
const CLOSE_TIMEOUT_MS = 15_000
/** For proxies that send requests until they notice that no more connections are accepted. */
const IDLE_CONNECTION_MS = 500

/**
 * Runs Masthead until SIGINT, SIGTERM or SIGHUP. A StartupError exits with its message and status 1. After SIGTERM, it
 * serves requests for a grace period, so that load balancers notice that it is no longer ready; SIGINT ends this period.
 *
 * @param fetch renders pages and serves server routes
 * @param findRoute matches paths to routes, so that unknown addresses are not rendered
 */
export async function boot(fetch: Fetch, findRoute: FindRoute): Promise<void> {
  const closing = new AsyncDisposableStack()
  const stopped = Promise.withResolvers<NodeJS.Signals>()
  const interrupted = new AbortController()
  process.on('SIGINT', () => interrupted.abort())
  // Under npm, Ctrl-C sends the signal twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopped.resolve)
  try {
    const site = await start(env(), fetch, findRoute, closing)
    if ((await stopped.promise) === 'SIGTERM')
      await drain(site, env().SHUTDOWN_GRACE_SECONDS, interrupted.signal)
    log().info('Stopping …')
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
  } finally {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    await closing.disposeAsync()
  }
  process.exit()
}

async function drain(site: Site, seconds: number, signal: AbortSignal): Promise<void> {
  site.drain()
  log().info(`Shutting down in ${seconds} s`)
  await delay(seconds * 1_000, undefined, { signal }).catch(() => {})
}

async function start(
  env: Env,
  fetch: Fetch,
  findRoute: FindRoute,
  closing: AsyncDisposableStack,
): Promise<Site> {
  const services = await openServices(env, closing)
  // After the listener is closed, so that no request sends another email.
  closing.defer(() => flushEmails())
  if (services.isEmbedded) {
    const claim = await claimDataDir(env.DATA_DIR, { pid: process.pid, url: setSiteOrigin(env, env.PORT) })
    closing.defer(() => claim.release())
  }
  await prepareFirstStart(services.database.db, env)
  await checkUploadsFolder(env, services)
  const site = await openSite(env, services, closing)
  const server = await openListener(env, fetch, findRoute, site, closing)
  const { port } = server.address() as AddressInfo
  const address = site.gate.setPort(port)
  log().info({ address, port }, `Masthead is at ${address}`)
  await inviteFirstAdministrator(services.database.db, address)
  const sender = openNewsletter(env, services)
  closing.defer(() => sender.stop())
  site.onChange('admin:campaigns', sender.wake)
  const timer = openPublicationTimer(services)
  closing.defer(() => timer.stop())
  site.onChange('admin:publications', timer.wake)
  // The site stays up without its jobs.
  await startScheduledJobs(env, services, closing).catch((error) =>
    log().error({ err: error }, 'Failed to start the scheduled jobs'),
  )
  return site
}

/** The site also starts without its uploads. */
async function checkUploadsFolder(env: Env, { database, isEmbedded }: Services): Promise<void> {
  const folder = uploadsFolder(env)
  try {
    if (await claimUploadsFolder(database.db, folder, { isExclusive: isEmbedded })) return
    log().warn(
      { folder },
      `The uploads folder ${folder} is not the one that the other processes of this site use. Set DATA_DIR to the shared folder, or run "masthead uploads adopt" if this folder is the right one.`,
    )
  } catch (error) {
    log().error({ err: error, folder }, `The uploads folder ${folder} could not be checked`)
  }
}

async function openListener(
  env: Env,
  fetch: Fetch,
  findRoute: FindRoute,
  { cache, missingArticles, gate, routes, closeStreams }: Site,
  closing: AsyncDisposableStack,
): Promise<Server> {
  const { isDatabaseAway, isCircuitOpen, handlers, ...options } = routes
  const files = await openStaticFiles(projectFile('dist', 'client'))
  const renderPage = createPageRenderer({ fetch, isDatabaseAway, isCircuitOpen, isNotFoundPath })
  const findReason = findWithdrawalReason(findRoute, missingArticles)
  const renderFound = shareNotFoundPages(renderPage, {
    cache,
    findNotFoundPath: findNotFoundPath(findRoute, missingArticles),
  })
  const server = createHttpServer({
    ...options,
    cache,
    fetch: respondUnavailable(fetch, isDatabaseAway),
    renderPage: sendGonePages(renderFound, async (path) => {
      const reason = await findReason(path)
      return reason === undefined ? undefined : withdrawnPage(gate.siteName, reason)
    }),
    hosts: gate.hosts,
    includeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    maintenance: gate.maintenance,
    trustedProxies: env.TRUST_PROXY,
    handlers: [...handlers, (path, request, response) => files.serve(path, request, response)],
    onError: (error) => logFailure(error, 'A request failed'),
  })
  await listen(server, env.PORT, env.HOST)
  closing.defer(() =>
    closeServer(server, {
      timeoutMs: CLOSE_TIMEOUT_MS,
      idleMs: options.isDraining?.() && env.SHUTDOWN_GRACE_SECONDS > 0 ? IDLE_CONNECTION_MS : 0,
    }),
  )
  // Before closeServer, which waits for open responses.
  closing.defer(closeStreams)
  return server
}
