import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const REQUESTS = join(import.meta.dirname, 'requests.lua')

/**
 * Requests `url` repeatedly with wrk, which needs a fraction of the server's CPU time per request. Load generators that
 * run on Node.js are slower than the servers that they measure.
 *
 * @param {{ connections: number, seconds: number, requests?: string, isAttack?: boolean }} options `requests`: a kind of
 *   `requests.lua`, by default `url`. An attack competes with the server for the processor, and responses to it may have
 *   a status other than 2xx.
 * @returns {Promise<number>} the number of responses
 */
export async function load(url, { connections, seconds, requests, isAttack = false }) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`]
  if (!isAttack) args.push('-H', 'accept-encoding: br')
  args.push(...(requests ? ['-s', REQUESTS, url, '--', requests] : [url]))
  // The generator represents browsers on other machines, so the server and PostgreSQL must not slow it down.
  const priority = isAttack ? '0' : '-10'
  const { stdout } = await run('nice', ['-n', priority, 'wrk', ...args]).catch((error) => {
    // Exit status of a command that is not found (POSIX, nice).
    if (error.code !== 127) throw error
    throw new Error('wrk is missing. Install it with "apt-get install wrk" or "brew install wrk".')
  })
  const failure = /Socket errors.*|Non-2xx.*/.exec(stdout)
  if (failure && !isAttack) throw new Error(`${url}: ${failure[0]}`)
  return Number(/(\d+) requests in/.exec(stdout)[1])
}
