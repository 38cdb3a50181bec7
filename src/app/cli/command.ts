import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Database, Db } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'

/** Printed in one line, with exit status 2. */
export class UsageError extends Error {}

export type CommandServices = {
  openDatabase(): Promise<Database>
  openOutbound(): Outbound
  /** Closed after the command, or by a signal. */
  closing: AsyncDisposableStack
}

/** @returns the exit status */
export type Command = (services: CommandServices) => Promise<number>

export type DatabaseCommand = (db: Db) => Promise<number>

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printError(message: string, status: number): number {
  process.stderr.write(`${message}\n`)
  return status
}

/** For waits that the user may end. */
export function printWarning(message: string): void {
  process.stderr.write(`${message}…\n`)
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
 * Parses the arguments of a command with one or more operands.
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

/**
 * Parses any number of operands.
 *
 * @throws UsageError
 */
export function parseStrictly<O extends ParseArgsOptionsConfig>(argv: string[], options: O) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node.js appends advice.
    throw new UsageError(
      (error as Error).message.replace(/ To specify a positional argument[\s\S]*|\n[\s\S]*/, ''),
    )
  }
}
