/** An error that the user can fix: only its message is printed. */
export class LaunchError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status = 1) {
    super(message)
    this.status = status
  }
}
