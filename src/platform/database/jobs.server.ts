import { PgBoss } from 'pg-boss'

/** Runs in one process at a time, at startup and by schedule (cron, UTC). */
export type Job = { name: string; cron: string; run(): Promise<void> }

/** A longer run counts as failed but continues. */
const EXPIRE_IN_SECONDS = 15 * 60
/** For a database that does not respond. */
const QUERY_TIMEOUT_MS = 30_000

export const JOB_SCHEMA = 'pgboss'

/** Needs privileges that the running site's role lacks. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  // `start` rejects, too.
  boss.on('error', () => {})
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * `stop` waits for the current run.
 *
 * @throws when the queue's schema cannot be created
 */
export async function startJobs(
  url: string,
  jobs: readonly Job[],
  onError: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const connection = { keepAlive: true, query_timeout: QUERY_TIMEOUT_MS }
  const boss = new PgBoss({ connectionString: url, application_name: 'masthead jobs', max: 3, ...connection })
  boss.on('error', onError)
  try {
    await boss.start()
    for (const job of jobs) await schedule(boss, job)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

async function schedule(boss: PgBoss, { name, cron, run }: Job): Promise<void> {
  await boss.createQueue(name, {
    policy: 'stately',
    retryLimit: 0,
    expireInSeconds: EXPIRE_IN_SECONDS,
    heartbeatSeconds: 30,
  })
  await boss.work(name, run)
  await boss.schedule(name, cron)
  await boss.send(name)
}
