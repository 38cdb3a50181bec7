import { openBackup } from '#features/backups/server/locate-backup.server.ts'
import { upgradeFromBackup, upgradePostgres } from '#features/backups/server/upgrade-postgres.server.ts'
import { uploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { removeKeptClusters } from '#platform/postgres/former-cluster.server.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { type Env, env } from '#platform/process/env.server.ts'
import { requestPassphrase } from './backup-commands.ts'
import { type Command, parseStrictly, print, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const UP_TO_DATE = 'The database does not need an upgrade.'

export function parsePostgresUpgrade(argv: string[], terminal: Terminal): Command {
  const { positionals, values } = parseStrictly(argv, { 'from-backup': { type: 'string' } })
  if (positionals.length > 0) throw new UsageError('Usage: masthead postgres upgrade [--from-backup FILE]')
  const file = values['from-backup']
  return async () => {
    const { DATA_DIR: dataDir, FORMER_POSTGRES_BIN: formerBin } = requireEmbedded(env())
    const log = terminal.showProgress
    if (file === undefined) {
      const kept = await upgradePostgres({ dataDir, formerBin, log })
      print(kept ? `The database was upgraded. The former one is kept in ${kept}.` : UP_TO_DATE)
      return 0
    }
    const restored = await upgradeFromBackup(
      { dataDir, uploadsFolder: uploadsFolder(env()), log },
      await openBackup(file),
      {
        passphrase: () => requestPassphrase(env(), terminal),
        onProgress: (step) => log(`Restoring ${step}`),
      },
    )
    print(
      restored
        ? `The database was upgraded, as of ${restored.createdAt}. The former one is kept in ${restored.kept}.`
        : UP_TO_DATE,
    )
    return 0
  }
}

export function parsePostgresRemoveFormer(argv: string[]): Command {
  if (argv.length > 0) throw new UsageError('Usage: masthead postgres remove-former')
  return async () => {
    const { DATA_DIR } = requireEmbedded(env())
    const removed = await removeKeptClusters(await postgresDirectory(DATA_DIR))
    print(removed.length > 0 ? `Deleted ${removed.join(', ')}.` : 'There is no former database.')
    return 0
  }
}

function requireEmbedded(env: Env): Env {
  if (env.DATABASE_URL !== undefined)
    throw new StartupError(
      'The site does not use the embedded database: upgrade PostgreSQL with its own tools.',
    )
  return env
}
