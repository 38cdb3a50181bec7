/** The message is one line and says how the operator can fix the error. */
export class StartupError extends Error {
  override name = 'StartupError'
}
