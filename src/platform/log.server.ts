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

const LABELS: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' }

/** Writes lines of text for terminals. */
function plainLines(): pino.DestinationStream {
  return {
    write(line: string) {
      const entry = JSON.parse(line) as {
        level: number
        msg?: string
        err?: { message: string; stack?: string }
      }
      const detail = entry.err ? `: ${entry.level >= 50 ? entry.err.stack : entry.err.message}` : ''
      process.stdout.write(`${LABELS[entry.level] ?? ''}${entry.msg ?? ''}${detail}\n`)
    },
  }
}

let current: pino.Logger | undefined

export function log(): pino.Logger {
  current ??= pino(
    { level: env().LOG_LEVEL, redact: SECRETS, base: null },
    process.stdout.isTTY ? plainLines() : pino.destination({ fd: 1, sync: true }),
  )
  return current
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
