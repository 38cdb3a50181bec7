/**
 * SQLSTATE class 08 (connections), 53300 (too many connections), 57P01 to 57P03 (shutdown and start); PostgreSQL, appendix A. The
 * last message is that of DatabaseUnavailableError.
 */
const CONNECTION_LOSS =
  /^(08...|53300|57P0[1-3]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$|^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^The database does not respond$/

/** Another attempt at the query may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    (code !== undefined && CONNECTION_LOSS.test(code)) ||
    CONNECTION_LOSS.test(error.message) ||
    isConnectionLoss(error.cause)
  )
}
