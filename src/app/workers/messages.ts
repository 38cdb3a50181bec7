export type ToWorker =
  | { type: 'start'; assignment: Assignment; seq: number }
  /** `seq` is the number of the notification, also in the other messages. */
  | { type: 'change'; seq: number; payload: string }
  /** Notifications may have been missed. */
  | { type: 'gap'; seq: number }
  /** Notifications may be missed. */
  | { type: 'disconnected'; seq: number }
  /** Ready workers. */
  | { type: 'peers'; ids: readonly number[] }
  | { type: 'stop'; mode: StopMode }
  /** Ends the grace period of `drain`. */
  | { type: 'interrupt' }

/** `drain` has a grace period for load balancers; `roll` serves requests of idle connections. */
export type StopMode = 'drain' | 'now' | 'roll'

export type FromWorker = { type: 'ready' } | { type: 'failed'; message: string }

export type Assignment = {
  databaseUrl: string
  isEmbedded: boolean
  runsJobs: boolean
  /** The first worker since the start, which prepares the site. */
  isFirst: boolean
  socketDir: string
}
