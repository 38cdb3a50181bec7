import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Db } from '#platform/database/db.server.ts'

/** Invalid arguments: one line, exit status 2. */
export class UsageError extends Error {}

/** @returns the exit status */
export type Command = (db: Db) => Promise<number>

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** @returns `status` */
export function printError(message: string, status: number): number {
  process.stderr.write(`${message}\n`)
  return status
}

/** @throws UsageError */
export function parseArguments<O extends ParseArgsOptionsConfig>(argv: string[], usage: string, options: O) {
  const { positionals, values } = parseStrictly(argv, options)
  const [operand] = positionals
  if (!operand || positionals.length > 1) throw new UsageError(`Usage: masthead ${usage}`)
  return { operand, values }
}

function parseStrictly<O extends ParseArgsOptionsConfig>(argv: string[], options: O) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Only the first line of Node.js's message is brief.
    throw new UsageError((error as Error).message.replace(/\n[\s\S]*/, ''))
  }
}
