import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SCRIPT =
  "import { run } from './dist/server/cli.js'; process.exitCode = await run(process.argv.slice(1))"

export type MastheadProcess = {
  /** `status` is null if the process was killed. */
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>
  /** Sends SIGKILL. */
  kill(): void
  send(signal: NodeJS.Signals): void
}

/** `startMasthead` runs the build, which starts in a quarter of the time that the source needs. */
export function buildMasthead(): void {
  execFileSync(process.execPath, [join(ROOT, 'bin/masthead.mjs'), 'build'], { stdio: 'inherit' })
}

export function startMasthead(argv: readonly string[], env: Record<string, string>): MastheadProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, '--', ...argv], {
    cwd: ROOT,
    env,
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
