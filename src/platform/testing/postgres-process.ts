import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SystemUser } from '#platform/postgres/user.server.ts'

export type PostgresProcess = {
  pid: number
  output: { url?: string; adopted?: boolean; error?: string }
  end(): Promise<void>
  kill(): Promise<void>
}

/** Claims the data folder for `site` if given. */
export async function startPostgresProcess(
  dataDir: string,
  { user, site }: { user?: SystemUser; site?: string } = {},
): Promise<PostgresProcess> {
  const script = fileURLToPath(new URL('./postgres-process-entry.ts', import.meta.url))
  const args = [script, dataDir, ...(site ? [site] : [])]
  const child = spawn(process.execPath, args, { ...user, stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    pid: Number(child.pid),
    output: JSON.parse(line),
    async end() {
      child.stdin.end()
      await waitForExit(child)
    },
    async kill() {
      child.kill('SIGKILL')
      await waitForExit(child)
    },
  }
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
