import { addAbortSignal } from 'node:stream'
import { describeBackup } from '#features/backups/rules/backup-format.ts'
import { backupName } from '#features/backups/rules/retention.ts'
import { addCompleteBackup } from '#features/backups/server/backup-runs.server.ts'
import { createBackup } from '#features/backups/server/create-backup.server.ts'
import { locateBackup, openBackup } from '#features/backups/server/locate-backup.server.ts'
import { restoreBackup } from '#features/backups/server/restore-backup.server.ts'
import type { RestoredUploads } from '#features/backups/server/staged-uploads.server.ts'
import { verifyBackup } from '#features/backups/server/verify-backup.server.ts'
import { uploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { type Env, env, MIN_PASSPHRASE_LENGTH } from '#platform/process/env.server.ts'
import { openDatabaseServer } from '../services.server.ts'
import { type Command, parseArguments, parseStrictly, print, printWarning, UsageError } from './command.ts'
import { openScratchDatabase, openStoppedServer } from './database-servers.ts'
import type { Terminal } from './terminal.ts'

/** Writes a backup to one file. The site may be running. */
export function parseBackup(argv: string[], terminal: Terminal): Command {
  const { positionals, values } = parseStrictly(argv, {
    to: { type: 'string', default: '.' },
    encrypt: { type: 'boolean', default: false },
  })
  if (positionals.length > 0)
    throw new UsageError('Usage: masthead backup [--to FILE|FOLDER|s3://BUCKET/PREFIX] [--encrypt]')
  return async ({ closing }) => {
    const passphrase = values.encrypt ? await choosePassphrase(env(), terminal) : undefined
    const startedAt = new Date()
    const name = backupName(startedAt, { isEncrypted: values.encrypt })
    const { store, name: file } = await locateBackup(values.to, name)
    const { url, ownerUrl } = await openDatabaseServer(env(), closing, { onLockWait: printWarning })
    const source = { databaseUrl: ownerUrl, uploads: openUploads(env()) }
    const database = openDatabase(url, () => {})
    closing.defer(() => database.close())
    const interrupted = new AbortController()
    const creating = store.create(file, (target) =>
      createBackup(source, addAbortSignal(interrupted.signal, target), {
        passphrase,
        onProgress: (step) => terminal.showProgress(`Backing up ${step}`),
      }),
    )
    // A signal ends the process after the incomplete file is removed.
    closing.defer(async () => {
      interrupted.abort()
      await creating.catch(() => {})
    })
    const created = await creating.catch((error) => {
      if (!interrupted.signal.aborted) throw error
    })
    if (!created) return 1
    const { address, bytes, result } = created
    await addCompleteBackup(database.db, { file, bytes, startedAt })
    print(`Backed up ${describeBackup(result)} to ${address} (${formatBytes(bytes)}).`)
    return 0
  }
}

/** Restores into a temporary database and compares. */
export function parseBackupVerify(argv: string[], terminal: Terminal): Command {
  const { operand: file } = parseArguments(argv, 'backup verify FILE', {})
  return async ({ closing }) => {
    const source = await openBackup(file)
    const manifest = await verifyBackup(await openScratchDatabase(env(), closing), source, {
      passphrase: () => requestPassphrase(env(), terminal),
      onProgress: (step) => terminal.showProgress(`Verifying ${step}`),
    })
    print(`${file} is complete and correct: ${describeBackup(manifest)}.`)
    return 0
  }
}

/** Restores a backup. The site must be stopped. */
export function parseRestore(argv: string[], terminal: Terminal): Command {
  const { operand: file, values } = parseArguments(argv, 'restore FILE [--replace]', {
    replace: { type: 'boolean', default: false },
  })
  return async ({ closing }) => {
    const source = await openBackup(file)
    const { ownerUrl } = await openStoppedServer(env(), closing, 'restore')
    const { header, manifest } = await restoreBackup(
      { databaseUrl: ownerUrl, uploads: restoredUploads(env()) },
      source,
      {
        passphrase: () => requestPassphrase(env(), terminal),
        replace: values.replace,
        onProgress: (step) => terminal.showProgress(`Restoring ${step}`),
        onLockWait: printWarning,
      },
    )
    print(`Restored ${describeBackup(manifest)}, as of ${header.createdAt}.`)
    return 0
  }
}

function restoredUploads(env: Env): RestoredUploads {
  const bucket = openUploads(env)
  return env.STORAGE_URL === undefined ? { bucket, folder: uploadsFolder(env) } : { bucket }
}

async function choosePassphrase(env: Env, terminal: Terminal): Promise<string> {
  if (env.MASTHEAD_BACKUP_PASSPHRASE) return env.MASTHEAD_BACKUP_PASSPHRASE
  const passphrase = await terminal.promptSecret('Passphrase: ')
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new UsageError(`The passphrase must be at least ${MIN_PASSPHRASE_LENGTH} characters long.`)
  if (terminal.isInteractive && (await terminal.promptSecret('Repeat passphrase: ')) !== passphrase)
    throw new UsageError('The passphrases do not match.')
  return passphrase
}

/**
 * Reads the passphrase from the environment, or else prompts for it.
 *
 * @throws UsageError if empty
 */
export async function requestPassphrase(env: Env, terminal: Terminal): Promise<string> {
  const passphrase = env.MASTHEAD_BACKUP_PASSPHRASE ?? (await terminal.promptSecret('Passphrase: '))
  if (passphrase) return passphrase
  throw new UsageError('The backup is encrypted: enter its passphrase, or set MASTHEAD_BACKUP_PASSPHRASE.')
}
