import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { choosePort } from '../../src/platform/postgres/join.server.ts'
import { send } from './client.mjs'

const START_TIMEOUT_MS = 5_000
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export function hasNginx() {
  return spawnSync('nginx', ['-v']).status === 0
}

/**
 * Starts nginx as a load balancer in front of servers on this machine, configured as docs/operations.md recommends.
 *
 * @param {number[]} ports of the servers
 * @returns {Promise<{ url: string } & AsyncDisposable>}
 */
export async function startNginx(ports) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-nginx-'))
  const port = await choosePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, ports))
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  })
  const ended = once(nginx, 'exit')
  const close = async () => {
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await send(url, '/livez').catch(() => undefined))) {
    if (performance.now() > deadline || nginx.exitCode !== null) {
      await close()
      throw new Error('nginx did not start')
    }
    await delay(50)
  }
  return { url, [Symbol.asyncDispose]: close }
}

function configuration(folder, port, ports) {
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream masthead {
    ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://masthead;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`
}
