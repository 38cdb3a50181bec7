import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  installedPostgres,
  majorOf,
  type PostgresInstallation,
} from '#platform/postgres/installation.server.ts'
import { env } from '#platform/process/env.server.ts'

type FormerPostgres = { installation: PostgresInstallation; bin: string; remove(): Promise<void> }

/**
 * Finds the programs in the folder FORMER_POSTGRES_BIN, or else uses the installed ones, whose clusters are marked as
 * those of the previous version while no server uses them.
 */
export async function createFormerPostgres(): Promise<FormerPostgres> {
  const bin = env().FORMER_POSTGRES_BIN
  if (!bin) return simulateFormerPostgres()
  const output = execFileSync(join(bin, 'postgres'), ['--version']).toString()
  const installation = { folder: dirname(bin), version: output.replace(/^\D+/, '').trim() }
  return { installation, bin, remove: async () => {} }
}

async function simulateFormerPostgres(): Promise<FormerPostgres> {
  const installed = installedPostgres()
  const [major, former] = [majorOf(installed), majorOf(installed) - 1]
  const folder = await mkdtemp(join(tmpdir(), 'former-postgres-'))
  await chmod(folder, 0o755)
  await cp(installed.folder, join(folder, 'real'), { recursive: true, verbatimSymlinks: true })
  await mkdir(join(folder, 'bin'))
  const programs = {
    initdb: `directory=\${1#--pgdata=}
${folder}/real/bin/initdb "$@" && echo ${former} > "$directory/PG_VERSION"`,
    postgres: `case $1 in
--version) echo 'postgres (PostgreSQL) ${former}.0' ;;
--single)
  echo ${major} > "$3/PG_VERSION"
  ${folder}/real/bin/postgres "$@"
  status=$?
  echo ${former} > "$3/PG_VERSION"
  exit $status ;;
*)
  echo ${major} > "$2/PG_VERSION"
  (until grep -q '^ready' "$2/postmaster.pid" || ! kill -0 $$; do sleep 0.02; done; echo ${former} > "$2/PG_VERSION") 2>/dev/null &
  exec ${folder}/real/bin/postgres "$@" ;;
esac`,
  }
  for (const [name, script] of Object.entries(programs))
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return {
    installation: { folder, version: `${former}.0` },
    bin: join(folder, 'bin'),
    remove: () => rm(folder, { recursive: true }),
  }
}
