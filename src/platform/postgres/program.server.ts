import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { PostgresHome } from './home.server.ts'
import { programOf } from './installation.server.ts'

/** Our environment contains secrets, so it is not passed on. */
export function spawnProgram(
  home: PostgresHome,
  name: 'initdb' | 'postgres',
  args: string[],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }
  return spawn(programOf(home.installation, name), args, { ...options, ...home.user, cwd: '/', env })
}

export async function runProgram(
  home: PostgresHome,
  name: 'initdb' | 'postgres',
  args: string[],
  input = '',
): Promise<{ code: number | null; stderr: string }> {
  const child = spawnProgram(home, name, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  child.stdin?.on('error', () => {}).end(input)
  const [code, stderr] = await Promise.all([ended, child.stderr ? text(child.stderr) : ''])
  return { code, stderr }
}
