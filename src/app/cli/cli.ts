import { constants } from 'node:os'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { NewsFetchOffError, newsFetcher } from '#features/feeds/ingest/fetch-news.server.ts'
import { reloadSampleEdition, removeSampleEdition } from '#features/feeds/ingest/sample-edition.server.ts'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { adoptUploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { findPlace } from '#features/site/server/place.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { isDiskFull } from '#platform/errors/is-disk-full.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { openDatabaseServer, openOutbound, openServices } from '../services.server.ts'
import { parseAdminCreate, parseAdminReset } from './admin-commands.ts'
import { parseArticlesExport, parseArticlesPublish, parseArticlesWithdraw } from './article-commands.ts'
import { parseBackup, parseBackupVerify, parseRestore } from './backup-commands.ts'
import { type Command, type DatabaseCommand, print, printError, printWarning, UsageError } from './command.ts'
import { parseDoctor, runDoctor } from './doctor-command.ts'
import { parseExport } from './export-command.ts'
import {
  parseFeedsAdd,
  parseFeedsImport,
  parseFeedsRemove,
  parseFeedsSet,
  printFeeds,
  printOpml,
} from './feed-commands.ts'
import { parseImport } from './import-command.ts'
import { parseMove } from './move-command.ts'
import { parseFeedsRead } from './read-feeds-command.ts'
import { parseStorageMove } from './storage-command.ts'
import { terminal } from './terminal.ts'

const DISK_FULL =
  'The disk of the database or of DATA_DIR is full. Free some space, then run the command again.'

const CONNECTION_LOST =
  'The connection to the database was lost. Check that PostgreSQL is running, then run the command again.'

/** Throws UsageError. */
type Parse<C> = (argv: string[]) => C

const COMMANDS = new Map<string, Parse<Command>>([
  ['fetch-news', onDatabase(withoutArguments(fetchNews))],
  ['feeds list', onDatabase(withoutArguments(printFeeds))],
  ['feeds add', parseFeedsAdd],
  ['feeds set', onDatabase(parseFeedsSet)],
  ['feeds remove', onDatabase(parseFeedsRemove)],
  ['feeds read', parseFeedsRead],
  ['feeds import', onDatabase(parseFeedsImport)],
  ['feeds export', onDatabase(withoutArguments(printOpml))],
  ['import', (argv) => parseImport(argv, terminal)],
  ['articles publish', onDatabase(parseArticlesPublish)],
  ['articles withdraw', onDatabase(parseArticlesWithdraw)],
  ['articles export', onDatabase(parseArticlesExport)],
  ['admin create', onDatabase((argv) => parseAdminCreate(argv, terminal))],
  ['admin reset', onDatabase((argv) => parseAdminReset(argv, terminal))],
  ['migrate', parseMigrate],
  ['doctor', parseDoctorCommand],
  ['uploads adopt', onDatabase(withoutArguments(adoptUploads))],
  ['storage move', (argv) => parseStorageMove(argv, terminal)],
  ['backup', (argv) => parseBackup(argv, terminal)],
  ['backup verify', (argv) => parseBackupVerify(argv, terminal)],
  ['restore', (argv) => parseRestore(argv, terminal)],
  ['move', (argv) => parseMove(argv, terminal)],
  ['export', (argv) => parseExport(argv, terminal)],
  ['sample load', onDatabase(withoutArguments(loadSample))],
  ['sample remove', onDatabase(withoutArguments(removeSample))],
])

/**
 * @param argv without `masthead`
 * @returns the exit status: 0, 1 for an error, 2 for invalid arguments
 */
export async function run(argv: string[]): Promise<number> {
  const closing = new AsyncDisposableStack()
  closeOnSignal(closing)
  try {
    const command = parseCommand(argv)
    // Standard output is for results.
    log().level = 'silent'
    return await command({
      async openDatabase() {
        const { database } = await openServices(env(), closing, { onLockWait: printWarning })
        applyPlaceAndLanguage(await findPlace(database.db))
        return database
      },
      openOutbound: () => openOutbound(env(), closing),
      closing,
    })
  } catch (error) {
    if (error instanceof UsageError) return printError(error.message, 2)
    if (error instanceof StartupError || error instanceof NewsFetchOffError)
      return printError(error.message, 1)
    if (isDiskFull(error)) return printError(DISK_FULL, 1)
    if (isConnectionLoss(error)) return printError(CONNECTION_LOST, 1)
    throw error
  } finally {
    await closing.disposeAsync()
  }
}

function closeOnSignal(closing: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const end = () => {
      closing.disposeAsync().finally(() => process.exit(128 + constants.signals[signal]))
    }
    process.once(signal, end)
    closing.defer(() => void process.off(signal, end))
  }
}

function parseCommand(argv: string[]): Command {
  for (const length of [2, 1]) {
    const parse = COMMANDS.get(argv.slice(0, length).join(' '))
    if (parse) return parse(argv.slice(length))
  }
  const group = `${argv[0]} `
  const names = [...COMMANDS.keys()].filter((name) => name.startsWith(group))
  if (names.length > 0)
    throw new UsageError(`Usage: masthead ${group}${names.map((name) => name.slice(group.length)).join('|')}`)
  throw new UsageError(`Unknown command "${argv.join(' ')}". See "masthead --help".`)
}

function onDatabase(parse: Parse<DatabaseCommand>): Parse<Command> {
  return (argv) => {
    const command = parse(argv)
    return async ({ openDatabase }) => command((await openDatabase()).db)
  }
}

function withoutArguments(command: DatabaseCommand): Parse<DatabaseCommand> {
  return (argv) => {
    if (argv.length > 0) throw new UsageError(`Unexpected argument: "${argv.join(' ')}".`)
    return command
  }
}

async function fetchNews(): Promise<number> {
  const report = await newsFetcher().fetchNews()
  print(JSON.stringify(report, null, 2))
  return report.feeds > 0 && report.failed === report.feeds ? 1 : 0
}

function parseMigrate(argv: string[]): Command {
  if (argv.length > 0) throw new UsageError('Usage: masthead migrate')
  return async ({ closing }) => {
    await openDatabaseServer(env(), closing, { onLockWait: printWarning, migrates: true })
    print('The database has all migrations of this version.')
    return 0
  }
}

function parseDoctorCommand(argv: string[]): Command {
  const options = parseDoctor(argv)
  return ({ openDatabase }) => runDoctor(env(), openDatabase, options)
}

async function adoptUploads(db: Db): Promise<number> {
  const uploads = openUploads(env())
  await adoptUploadsFolder(db, uploads)
  print(`The uploads folder of this site is ${uploads.address}.`)
  return 0
}

async function loadSample(db: Db): Promise<number> {
  const created = await reloadSampleEdition(db, openUploads(env()), COMMAND_LINE_ACTOR, new Date())
  print(`Loaded ${created} articles of the sample edition.`)
  return 0
}

async function removeSample(db: Db): Promise<number> {
  print(`Removed ${await removeSampleEdition(db, COMMAND_LINE_ACTOR)} articles of the sample edition.`)
  return 0
}
