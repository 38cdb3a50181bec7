import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Db } from '#platform/database/db.server.ts'

/** A command's words are off: shown in one line, exit status 2. */
export class UsageError extends Error {}

/** What a command does once its words are read. @returns the exit status */
export type Work = (db: Db) => Promise<number>

/** Writes a line of what the command is for. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Writes a line of trouble. @returns `status` */
export function fail(message: string, status: number): number {
  process.stderr.write(`${message}\n`)
  return status
}

/** The options and the one operand of a command. @throws UsageError */
export function readWords<O extends ParseArgsOptionsConfig>(argv: string[], usage: string, options: O) {
  const { positionals, values } = parseWords(argv, options)
  const [operand] = positionals
  if (!operand || positionals.length > 1) throw new UsageError(`Write: masthead ${usage}`)
  return { operand, values }
}

function parseWords<O extends ParseArgsOptionsConfig>(argv: string[], options: O) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
  } catch (error) {
    // The first line says what is wrong; the others explain at length.
    throw new UsageError((error as Error).message.replace(/\n[\s\S]*/, ''))
  }
}
