import { PgBoss } from 'pg-boss'

/** A job on a schedule (cron, UTC) that one process at a time runs; it also runs once at the start. */
export type Job = { name: string; cron: string; run(): Promise<void> }

/** A run that takes longer counts as failed, though it goes on: what it does must bear a second run beside it. */
const EXPIRE_IN_SECONDS = 15 * 60

/**
 * Runs `jobs` from a queue in PostgreSQL, shared by all processes. Stopping waits for a run, so end that first.
 *
 * @throws when the queue's schema cannot be made; nothing is left running then
 */
export async function startJobs(
  url: string,
  jobs: readonly Job[],
  onError: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, application_name: 'masthead jobs', max: 3 })
  boss.on('error', onError)
  try {
    await boss.start()
    for (const job of jobs) await begin(boss, job)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

async function begin(boss: PgBoss, { name, cron, run }: Job): Promise<void> {
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
