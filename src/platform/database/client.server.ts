import pg from 'pg'

/** Detects a lost peer in about 15 seconds: the first probe after this time, then ten at intervals of one second. */
const KEEP_ALIVE_DELAY_MS = 5_000
/**
 * The same for PostgreSQL, whose default is two hours: until then, the session of a machine that has disappeared would
 * keep its locks, and no other process could send campaigns or change the rows.
 */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=10'

/**
 * A client whose lost connection rejects its queries and emits `end`. Without a listener, its `error` event would end
 * the process. Use it for all connections.
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
