import pg from 'pg'

/**
 * Runs `work` while holding an advisory lock of the whole database, waiting for it where another process has it. The
 * lock lives on a connection of its own, so it is free at once when the process dies.
 */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'masthead lock', keepAlive: true })
  client.on('error', () => {})
  const giveUp = () => void client.end().catch(() => {})
  await client.connect()
  try {
    signal.addEventListener('abort', giveUp, { once: true })
    signal.throwIfAborted()
    await client.query('select pg_advisory_lock($1)', [key])
    // From here on the work itself heeds the signal; the lock must outlast it.
    signal.removeEventListener('abort', giveUp)
    return await work()
  } finally {
    signal.removeEventListener('abort', giveUp)
    await client.end().catch(() => {})
  }
}
