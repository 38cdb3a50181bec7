import { describeBackup } from '#features/backups/rules/backup-format.ts'
import { copyDatabase } from '#features/backups/server/copy-database.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { type Env, env, parseEnv } from '#platform/process/env.server.ts'
import { type Command, parseStrictly, print, printWarning, UsageError } from './command.ts'
import { openStoppedServer } from './database-servers.ts'
import type { Terminal } from './terminal.ts'

const USAGE = 'Usage: masthead move --to postgres://…|embedded [--replace]'

/** Copies the database to another server. The site must be stopped. Uploads remain in DATA_DIR. */
export function parseMove(argv: string[], terminal: Terminal): Command {
  const { positionals, values } = parseStrictly(argv, {
    to: { type: 'string' },
    replace: { type: 'boolean', default: false },
  })
  const { to, replace } = values
  if (!to || positionals.length > 0) throw new UsageError(USAGE)
  return async ({ closing }) => {
    const destination = destinationOf(to, env())
    const source = await openStoppedServer(env(), closing, 'move')
    const target = await openStoppedServer(destination, closing, 'move')
    const manifest = await copyDatabase(source.ownerUrl, target.ownerUrl, {
      onProgress: (step) => terminal.showProgress(`Copying ${step}`),
      onLockWait: printWarning,
      replace,
    })
    print(
      `Copied ${describeBackup(manifest)}. The former database is unchanged. ${
        target.isEmbedded ? 'Remove DATABASE_URL' : 'Set DATABASE_URL to the new address'
      } before you start the site.`,
    )
    return 0
  }
}

function destinationOf(to: string, current: Env): Env {
  const DATABASE_URL = to === 'embedded' ? undefined : to
  if (DATABASE_URL === current.DATABASE_URL) throw new StartupError('The site already uses this database.')
  // Validates the address.
  return {
    ...current,
    DATABASE_URL: parseEnv({ DATABASE_URL }).DATABASE_URL,
    MIGRATION_DATABASE_URL: undefined,
    DATABASE_DIRECT_URL: undefined,
    DATABASE_READ_URL: undefined,
  }
}
