import { type MoveReport, moveUploads } from '#features/media/server/move-uploads.server.ts'
import { DISK, openStorage } from '#features/media/server/uploads-storage.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatCount } from '#kernel/format-count.ts'
import { env } from '#platform/process/env.server.ts'
import { type Command, parseStrictly, print, printError, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const USAGE = 'Usage: masthead storage move --to s3://BUCKET/PREFIX|FOLDER|disk [--from …]'
const MAX_LISTED_FAILURES = 20

/** Copies the uploads to another place. The site may be running. */
export function parseStorageMove(argv: string[], terminal: Terminal): Command {
  const { positionals, values } = parseStrictly(argv, { to: { type: 'string' }, from: { type: 'string' } })
  const { to, from } = values
  if (!to || positionals.length > 0) throw new UsageError(USAGE)
  return async () => {
    const { STORAGE_URL = DISK, STORAGE_FALLBACK_URL } = env()
    const isCurrent = to === STORAGE_URL
    const origin = from ?? (isCurrent ? STORAGE_FALLBACK_URL : STORAGE_URL)
    if (origin === undefined)
      throw new UsageError('The uploads are there already: name the place to copy from with --from.')
    const source = openStorage(origin, env()).uploads
    const target = openStorage(to, env()).uploads
    const report = await moveUploads(source, target, ({ copied, present }) =>
      terminal.showProgress(`Copying uploads: ${copied} copied, ${present} were there`),
    )
    for (const { name, reason } of report.failures.slice(0, MAX_LISTED_FAILURES))
      printError(`${name}: ${reason}`, 1)
    print(`${describeMove(report)} ${nextStep(report, isCurrent)}`)
    return report.failures.length > 0 ? 1 : 0
  }
}

function describeMove({ copied, bytes, present, failures }: MoveReport): string {
  const text = `Copied and verified ${formatCount(copied, 'file')} (${formatBytes(bytes)}); ${present} were there already`
  return failures.length > 0 ? `${text}; ${formatCount(failures.length, 'file')} failed.` : `${text}.`
}

function nextStep({ failures }: MoveReport, isCurrent: boolean): string {
  if (failures.length > 0)
    return 'The files in the former place are unchanged. Correct the cause and run the command again.'
  if (isCurrent) return 'Remove STORAGE_FALLBACK_URL and restart the site.'
  return 'Set STORAGE_URL to the new place and STORAGE_FALLBACK_URL to the former one, restart the site, then run the command again.'
}
