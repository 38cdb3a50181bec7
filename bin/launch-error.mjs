/** Trouble that the user can put right: the message says what to do, and the process ends with `status`. */
export class LaunchError extends Error {
  /**
   * @param {string} message
   * @param {{ status?: number }} [options]
   */
  constructor(message, { status = 1 } = {}) {
    super(message)
    this.status = status
  }
}
