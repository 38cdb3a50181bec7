/** From the primary process to a worker. */
export type ToWorker =
  | { type: 'start'; assignment: Assignment; seq: number }
  /** A change notification of PostgreSQL; `seq` is its number. */
  | { type: 'change'; seq: number; payload: string }
  /** Notifications may have been missed. */
  | { type: 'gap'; seq: number }
  /** Notifications may be missed. */
  | { type: 'disconnected'; seq: number }
  /** The workers that are ready. */
  | { type: 'peers'; ids: readonly number[] }
  | { type: 'stop'; mode: StopMode }
  /** Ends the grace period of a worker that is stopping. */
  | { type: 'interrupt' }

/** After a grace period for load balancers, at once, or at once with time for the requests of idle connections. */
export type StopMode = 'drain' | 'now' | 'roll'

/** From a worker to the primary process. */
export type FromWorker = { type: 'ready' } | { type: 'failed'; message: string }

export type Assignment = {
  databaseUrl: string
  isEmbedded: boolean
  /** Runs the scheduled jobs, newsletters and publications. */
  runsJobs: boolean
  /** The first worker since the start of the site, which prepares it. */
  isFirst: boolean
  /** For the sockets of the workers. */
  socketDir: string
}
