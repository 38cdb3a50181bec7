import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const RUN = `process.exitCode = await (await import('./dist/server/cli.js')).run(process.argv.slice(1))
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
console.log('peak', maxRSS)
console.log('cpu', userCPUTime + systemCPUTime)`

/**
 * Runs a command of the built product.
 *
 * @param {string[]} argv
 * @param {{ env: Record<string, string>, settings?: { options: string[], env: Record<string, string> }, onSpawn?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns its exit, its output, the peak of its memory, and its CPU time
 */
export async function runMasthead(argv, { env, settings = { options: [], env: {} }, onSpawn = () => {} }) {
  const child = spawn(
    process.execPath,
    [...settings.options, '--input-type=module', '--eval', RUN, '--', ...argv],
    {
      env: {
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: 'node_modules/.cache/masthead-e2e',
        ...settings.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onSpawn(child)
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status, signal] = await ended
  const peakMb = Number(/^peak (\d+)$/m.exec(output)?.[1]) / 1024
  const cpuSeconds = Number(/^cpu (\d+)$/m.exec(output)?.[1]) / 1_000_000
  return { status, signal, output: output + errors, peakMb, cpuSeconds }
}
