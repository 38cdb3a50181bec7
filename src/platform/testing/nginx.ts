import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

const POLL_MS = 50
const START_TIMEOUT_MS = 20_000
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * Starts nginx in front of sites on this machine.
 *
 * @param configure returns the content of the block `http`
 */
export async function startNginx(
  configure: (at: { folder: string; port: number }) => string,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/pid; events { worker_connections 1024; }
     http { access_log off; ${TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
     ${configure({ folder, port })} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(nginx, 'exit')
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isUp(url))) {
    if (nginx.exitCode !== null || performance.now() > deadline) {
      nginx.kill()
      throw new Error('nginx did not start')
    }
    await delay(POLL_MS)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isUp = (url: string) =>
  fetch(`${url}/livez`).then(
    ({ ok }) => ok,
    () => false,
  )
