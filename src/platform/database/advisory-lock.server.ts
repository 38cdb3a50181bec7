import { DatabaseClient } from './client.server.ts'

/**
 * @param signal cancels the wait
 * @param work its signal aborts with `signal` or when the lock's connection is lost
 */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'masthead lock',
  })
  const lost = new AbortController()
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
