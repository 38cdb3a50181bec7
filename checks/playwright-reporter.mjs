import { leaveTally, tallyOfPlaywright } from './tally.mjs'

/** Tells `npm test` how a run of Playwright ended. */
export default class PlaywrightReporter {
  /** @type {any[]} */
  #errors = []
  /** @type {any} */
  #suite

  /**
   * @param {any} _config
   * @param {any} suite
   */
  onBegin(_config, suite) {
    this.#suite = suite
  }

  /** @param {any} error */
  onError(error) {
    this.#errors.push(error)
  }

  onEnd() {
    leaveTally(tallyOfPlaywright(this.#suite?.allTests() ?? [], this.#errors))
  }

  /** It prints nothing: another does. */
  printsToStdio() {
    return false
  }
}
