import { PgBoss } from 'pg-boss'

/** A job on a schedule (cron, UTC) that one process at a time runs; it also runs once at the start. */
export type Job = { name: string; cron: string; run(signal: AbortSignal): Promise<void> }

/** A run that takes longer is given up and may be taken over by another process. */
const EXPIRE_IN_SECONDS = 15 * 60

/** Runs `jobs` from a queue in PostgreSQL, shared by all processes. */
export async function startJobs(
  url: string,
  jobs: readonly Job[],
  onError: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, application_name: 'masthead jobs', max: 3 })
  const stopping = new AbortController()
  boss.on('error', onError)
  await boss.start()
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, {
      policy: 'stately',
      retryLimit: 0,
      expireInSeconds: EXPIRE_IN_SECONDS,
      heartbeatSeconds: 30,
    })
    await boss.work(name, () => run(stopping.signal))
    await boss.schedule(name, cron)
    await boss.send(name)
  }
  return {
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
