/** An error that the operator can fix. The message is one line and says how. */
export class StartupError extends Error {
  override name = 'StartupError'
}
