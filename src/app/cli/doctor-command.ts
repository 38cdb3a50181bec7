import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { formatCount } from '#kernel/format-count.ts'
import type { Database } from '#platform/database/db.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { type CheckResult, type CheckStatus, describeError, runChecks } from '../doctor/check.ts'
import { databaseChecks } from '../doctor/database-checks.server.ts'
import { machineChecks } from '../doctor/machine-checks.server.ts'
import { print, UsageError } from './command.ts'

export function parseDoctor(argv: string[]): { asJson: boolean } {
  try {
    const { values } = parseArgs({ args: argv, options: { json: { type: 'boolean', default: false } } })
    return { asJson: values.json }
  } catch {
    throw new UsageError('Usage: masthead doctor [--json]')
  }
}

/**
 * @param openDatabase its error is a failed check
 * @returns the exit status: 1 if a check has failed
 */
export async function runDoctor(
  env: Env,
  openDatabase: () => Promise<Database>,
  { asJson }: { asJson: boolean },
): Promise<number> {
  const results = [...(await runChecks(machineChecks(env))), ...(await checkDatabase(env, openDatabase))]
  print(asJson ? JSON.stringify(results, null, 2) : formatResults(results))
  return results.some(({ status }) => status === 'failed') ? 1 : 0
}

async function checkDatabase(env: Env, openDatabase: () => Promise<Database>): Promise<CheckResult[]> {
  try {
    return await runChecks(databaseChecks(env, await openDatabase()))
  } catch (error) {
    const fix =
      env.DATABASE_URL === undefined
        ? `Read the log of PostgreSQL, ${join(env.DATA_DIR, 'postgres.log')}.`
        : 'Check DATABASE_URL and that PostgreSQL is running.'
    return [{ name: 'database', ...describeError(error as Error, fix) }]
  }
}

const ORDER: CheckStatus[] = ['failed', 'warning', 'ok']
const COLOURS = { failed: 'red', warning: 'yellow', ok: 'green' } as const

/** Problems first. Colours are for terminals, unless NO_COLOR is set. */
function formatResults(results: readonly CheckResult[]): string {
  const sorted = ORDER.flatMap((status) => results.filter((result) => result.status === status))
  const [failed = 0, warnings = 0, passed = 0] = ORDER.map(
    (status) => results.filter((result) => result.status === status).length,
  )
  const summary = `${formatCount(failed, 'problem')}, ${formatCount(warnings, 'warning')}, ${formatCount(passed, 'check')} passed`
  return [...sorted.map(formatResult), '', summary].join('\n')
}

function formatResult({ name, status, message, fix }: CheckResult): string {
  const line = `${styleText(COLOURS[status], status.padEnd(7))}  ${name.padEnd(15)}  ${message}`
  return fix ? `${line.replace(/\.?$/, '.')} Fix: ${fix}` : line
}
