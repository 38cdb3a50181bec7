import { styleText } from 'node:util'
import pino from 'pino'
import { env } from './env.server.ts'

const SECRETS = [
  'headers.cookie',
  'headers.authorization',
  'req.headers.cookie',
  'req.headers.authorization',
  '*.token',
  '*.password',
]

const LABELS: Record<string, { text: string; colour: 'yellow' | 'red' }> = {
  warn: { text: 'Warning: ', colour: 'yellow' },
  error: { text: 'Error: ', colour: 'red' },
  fatal: { text: 'Error: ', colour: 'red' },
}

/** `text` is for people. By default, terminals get it. */
export type LogFormat = 'json' | 'text'

type Entry = { level: string; time: string; msg?: string; err?: { message: string; stack?: string } }

/**
 * A line with the local time; errors with their stack.
 *
 * @param style colours a part of the line
 */
export function formatEntry(
  { level, time, msg = '', err }: Entry,
  style: (colour: 'dim' | 'yellow' | 'red', text: string) => string,
): string {
  const label = LABELS[level]
  const detail = err ? `: ${label?.colour === 'red' ? err.stack : err.message}` : ''
  const clock = style('dim', new Date(time).toTimeString().slice(0, 8))
  return `${clock}  ${label ? style(label.colour, label.text) : ''}${msg}${detail}\n`
}

/** Without colours in a pipe and with NO_COLOR. */
function textLines(): pino.DestinationStream {
  const style = (colour: Parameters<typeof styleText>[0], text: string) =>
    styleText(colour, text, { stream: process.stdout })
  return { write: (line) => void process.stdout.write(formatEntry(JSON.parse(line), style)) }
}

let current: pino.Logger | undefined

export function log(): pino.Logger {
  current ??= createLog()
  return current
}

function createLog(): pino.Logger {
  const { LOG_LEVEL, LOG_FORMAT = process.stdout.isTTY ? 'text' : 'json' } = env()
  const options: pino.LoggerOptions = {
    level: LOG_LEVEL,
    redact: SECRETS,
    serializers: { err: describeError },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  }
  return pino(options, LOG_FORMAT === 'text' ? textLines() : pino.destination({ fd: 1, sync: true }))
}

/** Libraries attach connections to their errors, with their secrets. */
export function describeError(error: Error) {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, ...(code !== undefined && { code }) }
}

/** Logs the result of a regular job. If it had nothing to do, the line is only for debugging. */
export function logResult(details: Record<string, unknown>, message: string, { isIdle = false } = {}): void {
  log()[isIdle ? 'debug' : 'info'](details, message)
}

/** Libraries write lines that are not JSON and may contain query parameters. */
export function logConsole(): void {
  for (const level of ['warn', 'error'] as const)
    console[level] = (...details: unknown[]) => {
      const error = details.find((detail) => detail instanceof Error)
      const text = details.filter((detail) => typeof detail === 'string').join(' ')
      log()[level]({ err: error?.cause ?? error }, text || 'A library reported an error')
    }
}

/** Ignores clients that disconnect during their request. */
export function logFailure(error: unknown, message: string): void {
  log()[isClientDisconnect(error) ? 'debug' : 'error']({ err: error }, message)
}

/** Node.js's error of an incomplete body, or a request signal's reason. */
function isClientDisconnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isAborted = error.message === 'aborted' && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  return isAborted || error.name === 'AbortError'
}

const LOG_INTERVAL_MS = 10_000

/**
 * Limits log lines that clients can cause to one in ten seconds.
 *
 * @param write receives the number of events omitted since the last line
 */
export function createLimitedLog<Event>(
  write: (event: Event, suppressed: number) => void,
  now: () => number = () => performance.now(),
): (event: Event) => void {
  let lastLog = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (event) => {
    if (now() - lastLog < LOG_INTERVAL_MS) {
      suppressed += 1
      return
    }
    lastLog = now()
    write(event, suppressed)
    suppressed = 0
  }
}
