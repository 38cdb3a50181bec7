import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SCRIPT = "import { run } from '#app/cli/cli.ts'; process.exitCode = await run(process.argv.slice(1))"

export type MastheadProcess = {
  /** `status` is null if the process was killed. */
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>
  /** Sends SIGKILL. */
  kill(): void
  send(signal: NodeJS.Signals): void
}

export function startMasthead(argv: readonly string[], env: Record<string, string>): MastheadProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, '--', ...argv], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      output[stream] += chunk
    })
  }
  return {
    ended: once(child, 'close').then(([status]) => ({ status, ...output })),
    kill: () => void child.kill('SIGKILL'),
    send: (signal) => void child.kill(signal),
  }
}
