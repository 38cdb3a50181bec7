import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MASTHEAD = join(ROOT, 'bin/masthead.mjs')

let folder: string
let server: ChildProcess
let output = ''
let url = ''

beforeAll(async () => {
  execFileSync(process.execPath, [MASTHEAD, 'build'], { stdio: 'inherit' })
  folder = await mkdtemp(join(tmpdir(), 'masthead-workers-'))
  await chmod(folder, 0o755)
  server = spawn(process.execPath, [MASTHEAD, 'start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      NEWS_FETCH: 'off',
      SAMPLE_EDITION: 'off',
      WORKERS: '2',
      SHUTDOWN_GRACE_SECONDS: '0',
      LOG_LEVEL: 'info',
    },
    // In a terminal, SIGHUP would stop the server.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  server.stderr?.pipe(process.stderr)
  server.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  await waitForOutput(/All 2 workers are ready/)
  url = `http://127.0.0.1:${/"port":(\d+)/.exec(output)?.[1]}`
})

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
  return vi.waitFor(
    () => {
      const found = pattern.exec(output)
      if (!found) throw new Error(`${pattern} is not in: ${output}`)
      return found
    },
    { timeout: 50_000, interval: 50 },
  )
}

/** @param agent without one, a connection is opened for this request alone */
function request(agent?: Agent, path = '/'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent: agent ?? false }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    ).once('error', reject)
  })
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

/** Readers, until `until` resolves and all requests have ended. @returns the number of responses and the failures */
async function readUnder(
  until: Promise<unknown>,
  { keepAlive } = { keepAlive: true },
): Promise<{ responses: number; failures: unknown[] }> {
  let isDone = false
  const result = { responses: 0, failures: [] as unknown[] }
  const ended = until.finally(() => {
    isDone = true
  })
  const readers = Array.from({ length: 10 }, async () => {
    const agent = keepAlive ? new Agent({ keepAlive, maxSockets: 1 }) : undefined
    while (!isDone) {
      const status = await request(agent).catch((error) => error)
      if (status === 200) result.responses += 1
      else result.failures.push(status)
      // Readers who never paused would take the processors that the new workers need to start.
      await delay(10)
    }
    agent?.destroy()
  })
  await Promise.all([ended, ...readers])
  return result
}

it('reports the metrics of all workers', async () => {
  expect(await readMetric('masthead_processes')).toBe(2)
  // There is no backup, so the age is NaN. It must not become 0 when the other worker sends it.
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^masthead_backup_age_seconds Nan$/m)
})

it('replaces all workers at SIGHUP without a failed request', async () => {
  const replaced = waitForOutput(/All workers were replaced/)
  server.kill('SIGHUP')
  const { responses, failures } = await readUnder(replaced)
  expect(failures).toEqual([])
  expect(responses).toBeGreaterThan(100)
  expect(await readMetric('masthead_processes')).toBe(2)
})

it('replaces a worker that is killed, while another responds', async () => {
  const killed = await readMetric('masthead_process_id')
  const replaced = waitForOutput(/The worker was replaced/)
  const kill = async () => {
    // By then, all readers have started.
    await request()
    process.kill(killed, 'SIGKILL')
    await replaced
  }
  // A request without a response would never end.
  const { responses } = await readUnder(kill(), { keepAlive: false })
  expect(responses).toBeGreaterThan(100)
  expect(output).toContain(`"pid":${killed},"cause":"SIGKILL","msg":"A worker exited (SIGKILL)"`)
  expect(await readMetric('masthead_processes')).toBe(2)
})

it('stops all processes when their process group receives SIGTERM, as systemd sends it', async () => {
  const pid = await readMetric('masthead_process_id')
  process.kill(-(server.pid ?? 0), 'SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

it('exits with a message when the first worker cannot start', async () => {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '1', HOST: '203.0.113.1', WORKERS: '2' }
  const failing = spawn(process.execPath, [MASTHEAD, 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  failing.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  expect(await once(failing, 'close')).toEqual([1, null])
  expect(errors).toMatch(/^Cannot listen at 203\.0\.113\.1:1 .*\n$/)
})
