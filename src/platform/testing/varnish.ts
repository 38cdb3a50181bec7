import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { projectFile } from '#platform/process/project-file.server.ts'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/sbin/varnishd', '/opt/homebrew/sbin/varnishd'].find((path) => existsSync(path))
const HAS_XKEY = ['x86_64', 'aarch64'].some((machine) =>
  existsSync(`/usr/lib/${machine}-linux-gnu/varnish/vmods/libvmod_xkey.so`),
)
export const hasVarnish = PROGRAM !== undefined && HAS_XKEY

const POLL_MS = 50
const START_TIMEOUT_MS = 20_000

/**
 * Starts Varnish with deploy/varnish.vcl.
 *
 * @param backendPort on this machine
 */
export async function startVarnish(backendPort: number): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const vcl = (await readFile(projectFile('deploy', 'varnish.vcl'), 'utf8'))
    .replace('.port = "3000"', `.port = "${backendPort}"`)
    .replace('.interval = 2s', '.interval = 100ms')
  const file = join(folder, 'default.vcl')
  await writeFile(file, vcl)
  const address = url.replace('http://', '')
  const child = spawn(
    PROGRAM ?? '',
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', address, '-f', file, '-s', 'malloc,64m'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const output = text(child.stderr)
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isUp(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill()
      throw new Error(`Varnish did not start: ${await output}`)
    }
    await delay(POLL_MS)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isUp = (url: string) =>
  fetch(`${url}/livez`).then(
    (response) => response.body?.cancel().then(() => true) ?? true,
    () => false,
  )
