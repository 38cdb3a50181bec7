import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** An error that the user can fix. Only its message is printed, and the process exits with `status`. */
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

/**
 * Runs a command and prints its output only if it fails. SIGINT and SIGTERM are forwarded to it.
 *
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, errorMessage: string }} options
 * @param {(pid: number) => void} onStart
 * @throws {LaunchError} with `errorMessage` if the command fails
 */
export async function runCommand({ command, args, cwd, env, errorMessage }, onStart) {
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
    if (interruption) throw new LaunchError('Interrupted.', { status: 128 + constants.signals[interruption] })
    if (code === 0) return
    process.stderr.write(Buffer.concat(output))
    throw new LaunchError(errorMessage)
  } catch (error) {
    if (error instanceof LaunchError) throw error
    throw new LaunchError(
      `${errorMessage} (Cannot run ${command}: ${error instanceof Error ? error.message : error})`,
    )
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
