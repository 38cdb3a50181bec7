import pg from 'pg'

/** Detects a lost peer in about 15 seconds: after this time, ten probes follow at intervals of one second. */
const KEEP_ALIVE_DELAY_MS = 5_000
/**
 * The same for PostgreSQL, whose default is two hours: until then, the session of a machine that has disappeared would
 * keep its locks, and no other process could send campaigns or change the rows.
 */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=10'

/**
 * A lost connection rejects queries and emits `end`; pg's `error` event would end the process without a listener.
 * Use this client for all connections.
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
  }
}
