import { type Database, setReadDatabase } from '#platform/database/db.server.ts'
import {
  openReadReplica,
  type ReadReplica,
  type ReplicaState,
} from '#platform/database/read-replica.server.ts'
import { isRenderingPage, renderedPreview } from '#platform/http/render-context.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'

const REASONS: Record<Exclude<ReplicaState, 'used'>, string> = {
  unavailable: 'does not respond',
  late: 'has not replayed the latest changes in time',
  foreign: 'does not replicate the server of DATABASE_URL',
}

/**
 * Lets the replica at DATABASE_READ_URL answer the queries of reader pages.
 *
 * @param isCurrent whether this process is notified of changes; if not, it cannot know which position the replica must have replayed
 */
export function openReplica(
  env: Env,
  database: Database,
  isCurrent: () => boolean,
  closing: AsyncDisposableStack,
): ReadReplica | undefined {
  if (env.DATABASE_READ_URL === undefined) return undefined
  const replica = openReadReplica(env.DATABASE_READ_URL, database, logState)
  closing.defer(() => replica.close())
  setReadDatabase(() => (isCurrent() && isRenderingPage() && !renderedPreview() ? replica.db : undefined))
  closing.defer(() => setReadDatabase(() => undefined))
  return replica
}

function logState(state: ReplicaState): void {
  if (state === 'used') log().info('The read replica answers page queries')
  else log().warn(`The read replica ${REASONS[state]}: the primary answers page queries`)
}
