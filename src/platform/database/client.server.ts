import pg from 'pg'
import { hideValues } from './hide-values.server.ts'

/** Detects a lost peer in about 15 seconds: ten probes follow, one per second. */
const KEEP_ALIVE_DELAY_MS = 5_000
/** PostgreSQL's default is two hours, during which the session of a lost machine would keep its locks. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=10'

/** The configuration of connections through a pooler in transaction mode, which rejects startup parameters. */
export const WITHOUT_SESSION: pg.ClientConfig = { options: '' }

/**
 * For all connections. Lost ones reject queries and emit `end`; pg's `error` event would end a process without a
 * listener.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      options: SERVER_KEEP_ALIVE,
      ...config,
    })
    this.on('error', () => {})
    this.connection.on('errorMessage', hideValues)
  }
}
