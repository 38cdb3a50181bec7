import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Database, Db } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'

/** An error that is printed in one line, with exit status 2. */
export class UsageError extends Error {}

/** @returns the exit status */
export type Command = (db: Db) => Promise<number>

/** A command that opens only the services that it needs. `run` returns the exit status. */
export type StandaloneCommand = {
  run(openOutbound: () => Outbound, openDatabase: () => Promise<Database>): Promise<number>
}

/** Opens the database itself. */
export type DatabaseCommand = { runOnServer(closing: AsyncDisposableStack): Promise<number> }

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** @returns `status` */
export function printError(message: string, status: number): number {
  process.stderr.write(`${message}\n`)
  return status
}

/**
 * Parses the arguments of a command with one operand.
 *
 * @throws UsageError
 */
export function parseArguments<O extends ParseArgsOptionsConfig>(argv: string[], usage: string, options: O) {
  const { operands, values } = parseManyArguments(argv, usage, options)
  const [operand] = operands
  if (!operand || operands.length > 1) throw new UsageError(`Usage: masthead ${usage}`)
  return { operand, values }
}

/**
 * For one or more operands.
 *
 * @throws UsageError
 */
export function parseManyArguments<O extends ParseArgsOptionsConfig>(
  argv: string[],
  usage: string,
  options: O,
) {
  const { positionals: operands, values } = parseStrictly(argv, options)
  if (operands.length === 0) throw new UsageError(`Usage: masthead ${usage}`)
  return { operands, values }
}

/** Parses any number of operands. @throws UsageError */
export function parseStrictly<O extends ParseArgsOptionsConfig>(argv: string[], options: O) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node.js adds advice, in the same line or in further ones.
    throw new UsageError(
      (error as Error).message.replace(/ To specify a positional argument[\s\S]*|\n[\s\S]*/, ''),
    )
  }
}
