import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BEACONS = join(import.meta.dirname, 'beacons.lua')

/**
 * Requests `url` repeatedly with wrk, which needs a fraction of the server's CPU time per request. Load generators that
 * run on Node.js are slower than the servers that they measure.
 *
 * @param {{ connections: number, seconds: number, sendsBeacons?: boolean }} options beacons (`beacons.lua`) instead of
 *   requests of `url`
 * @returns {Promise<number>} the number of responses
 */
export async function load(url, { connections, seconds, sendsBeacons = false }) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'accept-encoding: br']
  if (sendsBeacons) args.push('-s', BEACONS)
  // The generator represents browsers on other machines, so the server and PostgreSQL must not slow it down.
  const { stdout } = await run('nice', ['-n', '-10', 'wrk', ...args, url]).catch((error) => {
    // Exit status of a command that is not found (POSIX, nice).
    if (error.code !== 127) throw error
    throw new Error('wrk is missing. Install it with "apt-get install wrk" or "brew install wrk".')
  })
  const failure = /Socket errors.*|Non-2xx.*/.exec(stdout)
  if (failure) throw new Error(`${url}: ${failure[0]}`)
  return Number(/(\d+) requests in/.exec(stdout)[1])
}
