import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#platform/testing/free-port.ts'
import { send } from '../shared/client.mjs'
import { makeFolder } from '../shared/postgres.mjs'
import { until } from '../shared/until.mjs'

const START_TIMEOUT_MS = 5_000
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

/**
 * Starts nginx as a load balancer in front of servers on this machine, configured as docs/operations.md recommends.
 *
 * @param {number[]} ports of the servers
 * @returns {Promise<{ url: string } & AsyncDisposable>}
 */
export async function startNginx(ports) {
  await using starting = new AsyncDisposableStack()
  const folder = await makeFolder(starting)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, ports))
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  })
  const ended = once(nginx, 'exit')
  starting.defer(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until(START_TIMEOUT_MS, async () => (await send(url, '/livez')).status === 200)
  const closing = starting.move()
  return { url, [Symbol.asyncDispose]: () => closing.disposeAsync() }
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
