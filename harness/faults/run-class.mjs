/**
 * @typedef {object} FaultClass a group of attacks or faults
 * @property {string} name for `--only`
 * @property {string} title for the report
 * @property {number} limitSeconds
 * @property {string} [missing] a reason to skip the class on this machine
 * @property {(context: Context) => Promise<void>} run
 *
 * @typedef {object} Context
 * @property {Attempt} attempt
 * @property {AbortSignal} signal
 * @property {ReturnType<typeof createRandom>} random generates the same numbers in each run with the seed
 *
 * @callback Attempt counts one attack; it survives unless `work` rejects
 * @param {string} label
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it survived
 *
 * @typedef {{ name: string, title: string, tried: number, survived: number, failures: string[],
 *   seconds: number }} ClassResult
 */

/**
 * Runs a class within its time limit. A class that does not finish, rejects or tries nothing counts as one more failure.
 *
 * @param {FaultClass} faultClass
 * @param {number} seed
 * @returns {Promise<ClassResult>}
 */
export async function runClass({ name, title, limitSeconds, run }, seed) {
  const started = performance.now()
  const result = { name, title, tried: 0, survived: 0, failures: [], seconds: 0 }
  const limit = new AbortController()

  async function attempt(label, work) {
    if (limit.signal.aborted) return false
    const failure = await work().then(() => undefined, messageOf)
    if (limit.signal.aborted) return false
    result.tried += 1
    if (failure === undefined) result.survived += 1
    else result.failures.push(`${label}: ${failure}`)
    return failure === undefined
  }

  const timeout = Promise.withResolvers()
  const timer = setTimeout(
    () => timeout.reject(new Error(`did not finish within ${limitSeconds} s`)),
    limitSeconds * 1000,
  )
  try {
    await Promise.race([run({ attempt, signal: limit.signal, random: createRandom(seed) }), timeout.promise])
    if (result.tried === 0) throw new Error('nothing was tried')
  } catch (error) {
    result.tried += 1
    result.failures.push(messageOf(error))
  }
  clearTimeout(timer)
  limit.abort()
  return { ...result, seconds: (performance.now() - started) / 1000 }
}

function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/** A reproducible random number generator (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: (items) => items[Math.floor(next() * items.length)] }
}

const TITLE_WIDTH = 52
const MAX_FAILURES = 10
const MAX_FAILURE_LENGTH = 400

export const REPORT_HEADER = reportLine('class', 'tried', 'survived', 'seconds')

/** A line for the class, followed by its first failures. @param {ClassResult} result */
export function formatResult({ title, tried, survived, failures, seconds }) {
  const shown = failures
    .slice(0, MAX_FAILURES)
    .map((failure) => `  failed: ${failure.replaceAll(/\s+/g, ' ').slice(0, MAX_FAILURE_LENGTH)}`)
  if (failures.length > MAX_FAILURES) shown.push(`  and ${failures.length - MAX_FAILURES} more`)
  return [reportLine(title, String(tried), String(survived), seconds.toFixed(1)), ...shown].join('\n')
}

function reportLine(title, tried, survived, seconds) {
  return `${title.padEnd(TITLE_WIDTH)}${tried.padStart(8)}${survived.padStart(10)}${seconds.padStart(9)}`
}
