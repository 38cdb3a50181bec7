import pg from 'pg'

/** Detects a lost peer in about 15 seconds: the first probe after this time, then ten at intervals of one second. */
const KEEP_ALIVE_DELAY_MS = 5_000

/**
 * A client whose lost connection rejects its queries and emits `end`. Without a listener, its `error` event would end
 * the process. Use it for all connections.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS, ...config })
    this.on('error', () => {})
  }
}
