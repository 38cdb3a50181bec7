import pg from 'pg'

/**
 * Runs `work` while holding an advisory lock of the whole database, waiting for it where another process has it. The
 * lock lives on a connection of its own, so it is free at once when the process dies.
 *
 * @param signal ends the waiting, with its reason; the lock outlasts the work
 * @param work is to heed the signal that it is given: the caller's, which also aborts when the lock's connection is lost
 */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'masthead lock',
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => {})
  client.on('end', () => lost.abort(new Error('The connection that held the lock was lost')))
  const end = () => client.end().catch(() => {})
  await client.connect()
  try {
    signal.addEventListener('abort', end)
    signal.throwIfAborted()
    await client.query('select pg_advisory_lock($1)', [key])
  } catch (error) {
    await end()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', end)
  }
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    await end()
  }
}
