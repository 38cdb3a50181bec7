import { createContext, Script } from 'node:vm'

const context: { work: (() => unknown) | undefined } = { work: undefined }
createContext(context)
const script = new Script('work()')

export class TimeLimitError extends Error {}

/**
 * Stops synchronous work. Its changes are not reverted.
 *
 * @throws TimeLimitError
 */
export function runWithin<Result>(ms: number, work: () => Result): Result {
  let result: { value: Result } | undefined
  context.work = () => {
    result = { value: work() }
  }
  try {
    script.runInContext(context, { timeout: ms })
  } catch (error) {
    // The error belongs to the other context.
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeLimitError(`The work took longer than ${ms} ms`, { cause: error })
    throw error
  } finally {
    context.work = undefined
  }
  if (!result) throw new Error('The work was not run')
  return result.value
}
