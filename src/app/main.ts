import cluster from 'node:cluster'
import { realpath } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { loadBetterAuth } from '#features/accounts/server/auth.server.ts'
import { flushEmails } from '#features/accounts/server/send-email.server.ts'
import { removeAbandonedFolders } from '#features/backups/server/temporary-folders.server.ts'
import { adoptUploads } from '#features/media/server/adopt-uploads.server.ts'
import {
  claimUploadsFolder,
  findWriteError,
  uploadsFolder,
} from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import {
  CONNECTION_SHORTAGE_FIX,
  findConnectionShortage,
} from '#platform/database/check-connection.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'
import { type Env, env } from '#platform/process/env.server.ts'
import { log, logConsole } from '#platform/process/log.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import type { Fetch } from '#platform/render/page-pipeline.server.ts'
import { closeServer, createHttpServer, listen, requireFreePort } from '#platform/server/http.server.ts'
import { openStaticFiles } from '#platform/server/static-files.server.ts'
import { openPurger, prepareCdn } from './cdn/open-cdn.server.ts'
import type { FindRoute } from './classify-address.ts'
import { inviteFirstAdministrator, prepareFirstStart } from './first-start.server.ts'
import { type Application, siteHttpOptions } from './http-options.server.ts'
import { openImports } from './imports.server.ts'
import { openNewsletter } from './newsletter.server.ts'
import { openPublicationTimer } from './publications.server.ts'
import { startScheduledJobs } from './scheduled-jobs.server.ts'
import {
  connectServices,
  type DatabaseServer,
  openDatabaseServer,
  registerSite,
  type Services,
} from './services.server.ts'
import { openSite, type Site } from './site.server.ts'
import { forgetUntrustedProxy } from './untrusted-proxy.server.ts'
import { startWorkers } from './workers/primary.server.ts'
import { openWorkerLink, type WorkerLink } from './workers/worker-link.server.ts'

/** If the database hangs; longer than PostgreSQL's own timeout. */
const SHUTDOWN_TIMEOUT_MS = 45_000
/** For current requests, such as uploads. */
const CLOSE_TIMEOUT_MS = 15_000
const IDLE_CONNECTION_MS = 500

/**
 * Runs until SIGINT, SIGTERM or the end of its terminal; a StartupError exits with status 1. After SIGTERM, a grace
 * period lets load balancers notice the end of readiness; SIGINT ends it. SIGHUP replaces several workers one by one.
 */
export async function boot(fetch: Fetch, findRoute: FindRoute): Promise<void> {
  logConsole()
  const closing = new AsyncDisposableStack()
  const application = { fetch, findRoute }
  const link = cluster.isWorker ? await openWorkerLink() : undefined
  try {
    if (link) await runWorker(env(), application, link, closing)
    else if (env().WORKERS > 1) await runPrimary(env(), closing)
    else await runAlone(env(), application, closing)
    log()[link ? 'debug' : 'info']('Stopping…')
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof StartupError)) throw error
    if (link) link.send({ type: 'failed', message: error.message })
    else process.stderr.write(`${error.message}\n`)
  } finally {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    await closing.disposeAsync()
  }
  process.exit()
}

async function runAlone(env: Env, application: Application, closing: AsyncDisposableStack): Promise<void> {
  const { stopped, interrupted } = listenForSignals(() =>
    log().warn('SIGHUP has no effect without WORKERS: restart the process to read changed variables'),
  )
  async function start() {
    await announceStart(env)
    const [server] = await Promise.all([openDatabaseServer(env, closing), loadBetterAuth()])
    await claimSite(env, server, closing)
    return startSite(env, application, server, closing)
  }
  const site = await unlessStopped(start(), stopped)
  if (site && (await stopped) === 'SIGTERM') await drain(site, env.SHUTDOWN_GRACE_SECONDS, interrupted)
}

async function runPrimary(env: Env, closing: AsyncDisposableStack): Promise<void> {
  let roll: (() => void) | undefined
  const { stopped, interrupted } = listenForSignals(() => roll?.())
  async function start() {
    await announceStart(env)
    const server = await openDatabaseServer(env, closing)
    await claimSite(env, server, closing)
    return startWorkers(env.WORKERS, server, closing)
  }
  const workers = await unlessStopped(start(), stopped)
  if (!workers) return
  roll = workers.roll
  interrupted.addEventListener('abort', workers.interrupt)
  await workers.stop((await stopped) === 'SIGTERM' ? 'drain' : 'now')
}

async function runWorker(
  env: Env,
  application: Application,
  link: WorkerLink,
  closing: AsyncDisposableStack,
): Promise<void> {
  await loadBetterAuth()
  const site = await startSite(env, application, link.assignment.database, closing, link)
  link.send({ type: 'ready' })
  const mode = await link.stopped
  if (mode === 'drain') await drain(site, env.SHUTDOWN_GRACE_SECONDS, link.interrupted)
}

/** @param onHangup called for SIGHUP, except in a terminal, whose end stops the process */
function listenForSignals(onHangup: () => void): {
  stopped: Promise<NodeJS.Signals>
  interrupted: AbortSignal
} {
  const stopped = Promise.withResolvers<NodeJS.Signals>()
  const interrupted = new AbortController()
  process.on('SIGINT', () => interrupted.abort())
  // Under npm, Ctrl-C sends the signal twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopped.resolve)
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGHUP', isInTerminal ? stopped.resolve : onHangup)
  return { stopped: stopped.promise, interrupted: interrupted.signal }
}

async function drain(site: Site, seconds: number, signal: AbortSignal): Promise<void> {
  site.drain()
  log().info(`Stopping in ${seconds} s`)
  await delay(seconds * 1_000, undefined, { signal }).catch(() => {})
}

/** A taken port is reported before a database is created. */
async function announceStart({ PORT, HOST }: Env): Promise<void> {
  log().info({ release: RELEASE }, `Masthead ${RELEASE} is starting`)
  await requireFreePort(PORT, HOST)
}

/** Prints the addresses and folders of the site. On a terminal, also how to stop it. */
async function announceSite(env: Env, address: string, port: number): Promise<void> {
  const directory = env.DATABASE_URL ? undefined : await postgresDirectory(env.DATA_DIR)
  const isOutside = directory !== undefined && dirname(directory) !== (await realpath(env.DATA_DIR))
  const database = env.DATABASE_URL
    ? ` and in the database at ${new URL(env.DATABASE_URL).host || 'a local socket'}`
    : isOutside
      ? ` and in ${directory}`
      : ''
  const uploads = env.STORAGE_URL === undefined ? '' : `, and uploads in ${openUploads(env).address}`
  log().info({ dataDir: env.DATA_DIR }, `Data is stored in ${env.DATA_DIR}${database}${uploads}`)
  const mail = env.SMTP_URL
    ? `sent by ${new URL(env.SMTP_URL).host}`
    : `not sent but written to ${join(env.DATA_DIR, 'outbox')}: set SMTP_URL and MAIL_FROM to send them`
  log().info(`Emails are ${mail}`)
  log().info({ address, port }, `Masthead is at ${address}`)
  if (process.stdout.isTTY) log().info('Press Ctrl+C to stop')
}

/**
 * Waits for the start, or a signal that interrupts it: the database may be waiting for a lock, and a process that is exiting
 * needs no result.
 */
async function unlessStopped<T>(start: Promise<T>, stopped: Promise<unknown>): Promise<T | undefined> {
  // Ignored after a signal, when everything is closed.
  start.catch(() => {})
  return Promise.race([start, stopped.then(() => undefined)])
}

/** A data folder may have only one server. The database of a running site cannot be replaced. */
async function claimSite(env: Env, server: DatabaseServer, closing: AsyncDisposableStack): Promise<void> {
  await registerSite(server, closing)
  if (!server.isEmbedded) return
  const claim = await claimDataDir(env.DATA_DIR, { pid: process.pid, name: setSiteOrigin(env, env.PORT) })
  closing.defer(() => claim.release())
}

async function startSite(
  env: Env,
  application: Application,
  server: DatabaseServer,
  closing: AsyncDisposableStack,
  link?: WorkerLink,
): Promise<Site> {
  const services = await connectServices(env, server, closing)
  // After the listener, so that no request sends another email.
  closing.defer(() => flushEmails())
  const { db } = services.database
  const isFirst = link?.assignment.isFirst ?? true
  if (isFirst) {
    await prepareFirstStart(db, env)
    await prepareCdn(db, env)
    await checkUploadsFolder(env, services)
    await forgetUntrustedProxy(env)
    const shortage = await findConnectionShortage(services.database.pool, env.WORKERS)
    if (shortage) log().warn(`${shortage}. ${CONNECTION_SHORTAGE_FIX}`)
    await removeAbandonedFolders(env.DATA_DIR, { isUsed: true }).catch((error) =>
      log().warn({ err: error }, 'Folders of interrupted restores could not be removed'),
    )
  }
  const site = await openSite(
    env,
    services,
    closing,
    link && { listen: link.listen, readAllMetrics: link.readAllMetrics },
  )
  const { isDraining = () => false, readMetrics } = site.routes
  link?.provideMetrics(readMetrics)
  /** Other processes take over, so clients send requests during the shutdown. */
  const expectsRequests = () => link?.stopMode === 'roll' || (isDraining() && env.SHUTDOWN_GRACE_SECONDS > 0)
  const listener = await openListener(env, application, site, expectsRequests, closing)
  const { port } = listener.address() as AddressInfo
  const address = site.gate.setPort(port)
  if (isFirst) {
    await announceSite(env, address, port)
    await inviteFirstAdministrator(db, address)
  } else log().debug({ address, port }, `Masthead is at ${address}`)
  if (link?.assignment.runsJobs ?? true) await startBackgroundWork(env, services, site, closing)
  return site
}

async function startBackgroundWork(
  env: Env,
  services: Services,
  site: Site,
  closing: AsyncDisposableStack,
): Promise<void> {
  const sender = openNewsletter(env, services)
  closing.defer(() => sender.stop())
  site.onChange('admin:campaigns', sender.wake)
  const timer = openPublicationTimer(services)
  closing.defer(() => timer.stop())
  for (const tag of ['admin:publications', 'admin:notes', 'admin:front', 'settings', 'breaking'] as const)
    site.onChange(tag, timer.wake)
  const purger = openPurger(services.database.db, env)
  if (purger) {
    closing.defer(() => purger.stop())
    site.onReaderChange(purger.wake)
  }
  const imports = openImports(env, services)
  closing.defer(() => imports.stop())
  site.onChange('admin:imports', imports.wake)
  // The site stays up without its jobs.
  await startScheduledJobs(env, services, closing).catch((error) =>
    log().error({ err: error }, 'Failed to start the scheduled jobs'),
  )
  await adoptUploads(services.database.db, openUploads(env), new Date()).catch((error) =>
    log().error({ err: error }, 'Failed to add earlier uploads to the media library'),
  )
}

/** A failure does not prevent the start. */
async function checkUploadsFolder(env: Env, { database, isEmbedded }: Services): Promise<void> {
  const uploads = openUploads(env)
  const folder = uploads.address
  const problem = env.STORAGE_URL === undefined && (await findWriteError(uploadsFolder(env)))
  if (problem) {
    log().error(
      { folder },
      `Uploads cannot be stored (${problem}). Grant the user of this process write permission on ${env.DATA_DIR}, or set DATA_DIR.`,
    )
    return
  }
  try {
    const isExclusive = isEmbedded && env.STORAGE_URL === undefined
    if (await claimUploadsFolder(database.db, uploads, { isExclusive })) return
    log().warn(
      { folder },
      `The uploads folder ${folder} is not the one that belongs to the database. Set ${env.STORAGE_URL === undefined ? 'DATA_DIR to the shared folder' : 'STORAGE_URL to the right address'}, or run "masthead uploads adopt" if this folder is the right one.`,
    )
  } catch (error) {
    log().error({ err: error, folder }, `The uploads folder ${folder} could not be checked`)
  }
}

async function openListener(
  env: Env,
  application: Application,
  site: Site,
  expectsRequests: () => boolean,
  closing: AsyncDisposableStack,
): Promise<Server> {
  const files = await openStaticFiles(projectFile('dist', 'client'))
  const options = siteHttpOptions(env, application, site, (path, request, response) =>
    files.serve(path, request, response),
  )
  const server = createHttpServer(options)
  await listen(server, env.PORT, env.HOST)
  closing.defer(() =>
    closeServer(server, {
      timeoutMs: CLOSE_TIMEOUT_MS,
      idleMs: expectsRequests() ? IDLE_CONNECTION_MS : 0,
    }),
  )
  closing.defer(site.closeStreams)
  return server
}
