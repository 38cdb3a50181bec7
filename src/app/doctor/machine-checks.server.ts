import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { RETAINED } from '#features/backups/rules/retention.ts'
import { describeWriteError } from '#features/backups/server/folder-store.server.ts'
import { openBackupStore } from '#features/backups/server/locate-backup.server.ts'
import { listAbandonedFolders } from '#features/backups/server/temporary-folders.server.ts'
import { UPLOAD_RETENTION_DAYS } from '#features/media/server/sweep-uploads.server.ts'
import {
  maxVariantBytes,
  receivingFolder,
  uploadsFolder,
  variantsFolder,
} from '#features/media/server/uploads-folder.server.ts'
import { openParts } from '#features/media/server/uploads-storage.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { isS3Address } from '#kernel/storage-address.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { FULL_DISK_BYTES, LOW_DISK_BYTES, readDiskSpace } from '#platform/files/disk-space.server.ts'
import { MAX_OUTBOX_FILES, OUTBOX_RETENTION_DAYS, SMTP_TIMEOUTS } from '#platform/mail/mail.server.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { LOG_LIMIT_BYTES } from '#platform/postgres/postmaster.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'
import { diskFolders } from '../disk-folders.server.ts'
import { describeUntrustedProxy, findUntrustedProxy, UNTRUSTED_PROXY_FIX } from '../untrusted-proxy.server.ts'
import { type Check, fail, ok, warn } from './check.ts'

const MIN_NODE_MAJOR = 24
const WARNING_FREE_BYTES = 2_000_000_000
const MEMORY_BYTES_PER_WORKER = 600_000_000
const CERTIFICATE_WARNING_DAYS = 14
/** Larger folders are only partly measured. */
const MAX_FILES = 100_000

export function machineChecks(env: Env): Check[] {
  return [
    { name: 'masthead', fix: 'Reinstall Masthead.', run: async () => ok(`Masthead ${RELEASE}`) },
    { name: 'node', fix: `Install Node.js ${MIN_NODE_MAJOR} or later.`, run: async () => checkNode() },
    {
      name: 'data folder',
      fix: `Grant this user write permission on ${env.DATA_DIR}, or set DATA_DIR.`,
      run: () => checkDataFolder(env),
    },
    {
      name: 'storage',
      fix: 'Check STORAGE_URL, and that the key may list, read, write and delete objects.',
      run: () => checkStorage(env),
    },
    {
      name: 'disk',
      fix: 'Set DATA_DIR to a folder that exists and that this user can read.',
      run: () => checkDisks(env),
    },
    {
      name: 'backup folder',
      fix: 'Check BACKUP_TO: this user must be able to write to it.',
      run: () => checkBackupFolder(env),
    },
    { name: 'proxy', fix: UNTRUSTED_PROXY_FIX, run: () => checkProxy(env) },
    {
      name: 'temporary files',
      fix: `Grant this user read permission on ${env.DATA_DIR}.`,
      run: () => checkAbandonedFolders(env),
    },
    { name: 'memory', fix: 'Check the limits of the container.', run: async () => checkMemory(env) },
    {
      name: 'email',
      fix: 'Check SMTP_URL and that the mail server can be reached.',
      run: () => checkMail(env),
    },
    {
      name: 'dns',
      fix: 'Add an A or AAAA record for the host of SITE_URL.',
      run: () => checkDns(env.SITE_URL),
    },
    {
      name: 'tls',
      fix: 'Check the certificate of the reverse proxy and that port 443 can be reached.',
      run: (signal) => checkTls(env.SITE_URL, signal),
    },
    {
      name: 'folder sizes',
      fix: `Grant this user read permission on ${env.DATA_DIR}.`,
      run: () => measureFolders(env),
    },
  ]
}

function checkNode() {
  const { node } = process.versions
  return Number(node.split('.')[0]) >= MIN_NODE_MAJOR
    ? ok(`Node.js ${node}`)
    : fail(`Node.js ${node} is too old.`, `Install Node.js ${MIN_NODE_MAJOR} or later.`)
}

/** Checks the folder of temporary files if neither the database nor the uploads are on this machine. */
async function checkDataFolder(env: Env) {
  return checkWritable(needsDataFolder(env) ? env.DATA_DIR : receivingFolder(env))
}

function needsDataFolder({ DATABASE_URL, STORAGE_URL }: Env): boolean {
  return DATABASE_URL === undefined || STORAGE_URL === undefined
}

/** Writes, reads and deletes an object. */
async function checkStorage(env: Env) {
  if (env.STORAGE_URL === undefined) return []
  const storage = openParts(env)
  const name = `doctor-${randomUUID()}`
  await storage.put(name, Buffer.from(name))
  const stored = await storage.read(name)
  await storage.remove(name)
  const address = storage.address.replace(/\/[^/]+$/, '')
  return stored?.toString() === name
    ? ok(`${address} can be read and written`)
    : fail(`${address} returns other content than was stored.`, 'Check the service at STORAGE_URL.')
}

async function checkWritable(folder: string) {
  await mkdir(folder, { recursive: true })
  await writeTestFile(folder)
  return ok(`${folder} is writable`)
}

async function writeTestFile(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, 'test', { flush: true })
  } catch (error) {
    // Deleting may fail likewise.
    await rm(file, { force: true }).catch(() => {})
    throw describeWriteError(error, folder)
  }
  await rm(file)
}

/** Only lists a bucket: a test object might be impossible to delete. */
async function checkBackupFolder({ BACKUP_TO }: Env) {
  if (BACKUP_TO === undefined) return []
  if (isS3Address(BACKUP_TO)) {
    await (await openBackupStore(BACKUP_TO)).list()
    return ok(`${BACKUP_TO} can be read`)
  }
  await writeTestFile(BACKUP_TO)
  const { freeBytes } = await readDiskSpace(BACKUP_TO)
  const message = `${BACKUP_TO} is writable, with ${formatBytes(freeBytes)} free`
  return freeBytes < LOW_DISK_BYTES
    ? fail(
        `${message}: backups are refused.`,
        'Free space on this disk, or set BACKUP_TO to a folder on another disk.',
      )
    : ok(message)
}

async function checkDisks(env: Env) {
  const used = await diskFolders(env)
  const folders = [...(needsDataFolder(env) ? [env.DATA_DIR] : []), ...Object.values(used)]
  const disks = await Promise.all(
    folders.map(async (folder) => ({ folder, ...(await readDiskSpace(folder)) })),
  )
  const different = disks.filter(
    ({ device }, index) => disks.findIndex((other) => other.device === device) === index,
  )
  const ofDatabase = disks.find(({ folder }) => folder === used.database)?.device
  return different.map((disk) => describeDisk(disk, { isOfDatabase: disk.device === ofDatabase }))
}

type Disk = { folder: string; freeBytes: number; totalBytes: number }

export function describeDisk(
  { folder, freeBytes, totalBytes }: Disk,
  { isOfDatabase }: { isOfDatabase: boolean },
) {
  const message = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} is free on the disk of ${folder}`
  const fix = 'Free disk space, or move the data to a larger disk.'
  if (isOfDatabase && freeBytes < FULL_DISK_BYTES) return fail(`${message}: nothing is saved`, fix)
  if (freeBytes < LOW_DISK_BYTES) return fail(`${message}: uploads, ingests and backups are refused`, fix)
  return freeBytes < WARNING_FREE_BYTES ? warn(message, fix) : ok(message)
}

async function checkProxy(env: Env) {
  const address = await findUntrustedProxy(env)
  return address === undefined ? [] : warn(describeUntrustedProxy(address), UNTRUSTED_PROXY_FIX)
}

async function checkAbandonedFolders({ DATA_DIR }: Env) {
  const folders = await listAbandonedFolders(DATA_DIR)
  return Promise.all(
    folders.map(async (folder) =>
      warn(
        `${folder} is left of an interrupted restore or verification: ${formatBytes(await folderBytes(folder))}.`,
        'Restart the site, which removes it.',
      ),
    ),
  )
}

/** Respects the memory limit of a container. */
function checkMemory({ WORKERS }: Env) {
  const available = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const needed = WORKERS * MEMORY_BYTES_PER_WORKER
  const message = `${formatBytes(available)} of memory for ${WORKERS === 1 ? 'one process, which needs' : `${WORKERS} workers, which need`} up to ${formatBytes(needed)}`
  return available < needed
    ? warn(`${message}.`, 'Add memory, or set WORKERS to a lower number.')
    : ok(message)
}

async function checkMail({ SMTP_URL, DATA_DIR }: Env) {
  if (!SMTP_URL)
    return warn(
      `Emails are written to ${join(DATA_DIR, 'outbox')}.`,
      'Set SMTP_URL and MAIL_FROM to send emails.',
    )
  const transport = createTransport({ url: SMTP_URL, ...SMTP_TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
  return ok(`${new URL(SMTP_URL).host} accepts emails`)
}

async function checkDns(siteUrl: string | undefined) {
  if (!siteUrl) return warn('SITE_URL is not set.', 'Set SITE_URL to the public address of the site.')
  const { hostname } = new URL(siteUrl)
  const addresses = await lookup(hostname, { all: true })
  return ok(`${hostname} resolves to ${addresses.map(({ address }) => address).join(', ')}`)
}

async function checkTls(siteUrl: string | undefined, signal: AbortSignal) {
  if (!siteUrl?.startsWith('https:'))
    return warn(
      'The site is served without https.',
      'Set SITE_URL to an https address, and terminate TLS in a proxy.',
    )
  const { hostname, port } = new URL(siteUrl)
  // RFC 6066, section 3: only names, not addresses.
  const servername = isIP(hostname) ? '' : hostname
  const socket = connect({ host: hostname, port: Number(port || 443), servername })
  try {
    await once(socket, 'secureConnect', { signal })
    const expires = new Date(socket.getPeerCertificate().valid_to)
    const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS)
    const message = `The certificate of ${hostname} expires in ${formatCount(days, 'day')}`
    return days < CERTIFICATE_WARNING_DAYS ? warn(message, 'Renew the certificate.') : ok(message)
  } catch (error) {
    return describeTlsError(error, hostname)
  } finally {
    socket.destroy()
  }
}

/** @throws errors other than wrong dates */
export function describeTlsError(error: unknown, hostname: string) {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'CERT_HAS_EXPIRED')
    return fail(
      `The certificate of ${hostname} has expired.`,
      'Renew it, or correct the clock of this machine.',
    )
  if (code === 'CERT_NOT_YET_VALID')
    return fail(`The certificate of ${hostname} is not valid yet.`, 'Correct the clock of this machine.')
  throw error
}

async function measureFolders(env: Env) {
  const folders = [
    ...(env.STORAGE_URL === undefined
      ? [
          {
            folder: uploadsFolder(env),
            bound: `unused images are removed after ${UPLOAD_RETENTION_DAYS} days`,
          },
        ]
      : []),
    { folder: receivingFolder(env), bound: 'incomplete uploads are removed each night' },
    { folder: variantsFolder(env), bound: `at most ${formatBytes(maxVariantBytes(env))}` },
    {
      folder: join(env.DATA_DIR, 'outbox'),
      bound: `deleted after ${OUTBOX_RETENTION_DAYS} days; the newest ${formatNumber(MAX_OUTBOX_FILES)} files are kept`,
    },
    ...(await listDatabaseFiles(env)),
    ...(env.BACKUP_TO === undefined || isS3Address(env.BACKUP_TO)
      ? []
      : [
          {
            folder: env.BACKUP_TO,
            bound: `the newest backups of ${RETAINED.days} days, ${RETAINED.weeks} weeks and ${RETAINED.months} months`,
          },
        ]),
  ]
  return Promise.all(
    folders.map(async ({ folder, bound }) =>
      ok(`${folder}: ${formatBytes(await folderBytes(folder))} (${bound})`),
    ),
  )
}

async function listDatabaseFiles({ DATABASE_URL, DATA_DIR }: Env) {
  if (DATABASE_URL !== undefined) return []
  return [
    {
      folder: await postgresDirectory(DATA_DIR),
      bound: 'the tables, and about 1 GB of their write-ahead log',
    },
    {
      folder: join(DATA_DIR, 'postgres.log'),
      bound: `replaced when PostgreSQL starts, if larger than ${formatBytes(LOG_LIMIT_BYTES)}`,
    },
  ]
}

/** Accepts a single file, too. */
async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return ['']
    throw error
  })
  let bytes = 0
  for (const name of names.slice(0, MAX_FILES))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  return bytes
}
