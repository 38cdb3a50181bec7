/** A startup error that the operator can fix. Its message is one line and says how. */
export class StartupError extends Error {
  override name = 'StartupError'
}
