import type { DatabaseServer } from '../services.server.ts'

export type ToWorker =
  | { type: 'start'; assignment: Assignment }
  | { type: 'change'; payload: string }
  /** Notifications may have been missed. */
  | { type: 'gap' }
  /** Notifications may be missed. */
  | { type: 'disconnected' }
  /** Requests the metrics of this worker. */
  | { type: 'readMetrics' }
  /** The metrics of all workers, in response to `readAllMetrics`. */
  | { type: 'allMetrics'; metrics: unknown[] }
  | { type: 'stop'; mode: StopMode }
  /** Ends the grace period of `drain`. */
  | { type: 'interrupt' }

/** `drain` has a grace period for load balancers; `roll` serves requests of idle connections. */
export type StopMode = 'drain' | 'now' | 'roll'

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'readAllMetrics' }
  | { type: 'metrics'; metrics: unknown }

export type Assignment = {
  database: DatabaseServer
  runsJobs: boolean
  /** The first worker since the start, which prepares the site. */
  isFirst: boolean
}
