import { leaveTally, tallyOfVitest } from './tally.mjs'

/** Tells `npm test` how a run of Vitest ended. */
export default class VitestReporter {
  /**
   * @param {readonly any[]} modules
   * @param {readonly any[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    leaveTally(tallyOfVitest(modules, unhandledErrors))
  }
}
