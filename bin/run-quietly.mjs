import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { LaunchError } from './launch-error.mjs'

/**
 * Runs a program to its end and says nothing unless it fails: then all that it wrote is shown, and `failure` thrown.
 * A signal that ends us ends the program first.
 *
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, failure: string }} program
 * @param {(pid: number) => void} onStart told the process that works, so that a lock can name it
 */
export async function runQuietly({ command, args, cwd, env, failure }, onStart) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {Buffer[]} */
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  if (child.pid) onStart(child.pid)

  /** @type {NodeJS.Signals | undefined} */
  let interruption
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => {
    interruption = signal
    child.kill(signal)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (interruption) throw new LaunchError('Stopped.', { status: 128 + constants.signals[interruption] })
    if (code === 0) return
    process.stderr.write(Buffer.concat(output))
    throw new LaunchError(failure)
  } catch (error) {
    if (error instanceof LaunchError) throw error
    throw new LaunchError(
      `${failure} (${command} could not be run: ${error instanceof Error ? error.message : error})`,
    )
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
