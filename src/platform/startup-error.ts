/** Trouble that whoever starts Masthead can put right. Its message is one line, and says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}
