import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MASTHEAD = join(ROOT, 'bin/masthead.mjs')
let folder: string
let dataDir: string
let running: Launch[] = []

beforeAll(() => {
  execFileSync(process.execPath, [MASTHEAD, 'build'], { stdio: 'inherit' })
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-start-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const launch of running) await launch.stop('SIGTERM')
  running = []
  // A database that has outlived its server is stopped by whoever opens it next and is the last to close it.
  if (await databaseRuns()) await (await openEmbeddedPostgres({ dataDir, log: () => {} })).close()
  await rm(folder, { recursive: true, force: true })
})

type Launch = {
  child: ChildProcess
  /** Everything it has written so far. */
  stdout: () => string
  stderr: () => string
  /** Its exit status, once it and all that holds its output have ended. */
  ended: Promise<number | null>
  stop(signal: NodeJS.Signals): Promise<number | null>
}

function launch(command: string, args: string[], env: Record<string, string> = {}): Launch {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NEWS_FETCH: 'off', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    written.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    written.stderr += text
  })
  const ended = once(child, 'close').then(([code]) => code)
  return {
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ended,
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

function run(argv: string[], env?: Record<string, string>): Launch {
  const launched = launch(process.execPath, [MASTHEAD, ...argv], env)
  running.push(launched)
  return launched
}

/** The address that a start prints. Fails with what it said instead if it ends first. */
async function addressOf(start: Launch): Promise<string> {
  return vi.waitFor(
    () => {
      const address = /Masthead is at (http:\/\/[^\s"]+)/.exec(start.stdout())?.[1]
      if (!address) throw new Error(`It said: ${start.stdout()}${start.stderr()}`)
      return address
    },
    { timeout: 45_000, interval: 50 },
  )
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Whether the database of the data folder runs: its pid file is there exactly as long. */
async function databaseRuns(): Promise<boolean> {
  return readFile(join(dataDir, 'postgres', 'postmaster.pid')).then(
    () => true,
    () => false,
  )
}

describe('masthead start', () => {
  it('serves at the address that it prints, and stops everything in order at SIGTERM', async () => {
    const start = run(['start'])
    const address = await addressOf(start)
    expect(await answers(address)).toBe(true)
    expect(await databaseRuns()).toBe(true)

    expect(await start.stop('SIGTERM')).toBe(0)
    expect(await answers(address)).toBe(false)
    expect(await databaseRuns()).toBe(false)
    expect(start.stderr()).toBe('')
  })

  it('by npm stops everything in order when Ctrl-C reaches all of the terminal’s processes', async () => {
    const start = launch('npm', ['start'])
    running.push(start)
    const address = await addressOf(start)
    process.kill(-Number(start.child.pid), 'SIGINT')
    await start.ended
    expect(await answers(address)).toBe(false)
    expect(await databaseRuns()).toBe(false)
  })

  it('by npm stops everything in order when npm is told to stop', async () => {
    const start = launch('npm', ['start'])
    running.push(start)
    const address = await addressOf(start)
    await start.stop('SIGTERM')
    expect(await answers(address)).toBe(false)
    expect(await databaseRuns()).toBe(false)
  })

  it('says so when Masthead runs on the data folder already, and leaves that one alone', async () => {
    const first = run(['start'])
    const address = await addressOf(first)
    const second = run(['start'])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toMatch(
      /^Masthead is already running on this data folder \(process \d+, http:.*\)\. Stop it first, or set DATA_DIR to another folder\.\n$/,
    )
    expect(second.stderr()).toContain(`process ${first.child.pid},`)
    expect(await answers(address)).toBe(true)
  })

  it('recovers by itself after kill -9', async () => {
    const killed = run(['start'])
    await addressOf(killed)
    await killed.stop('SIGKILL')
    expect(await databaseRuns()).toBe(true)
    expect(await answers(await addressOf(run(['start'])))).toBe(true)
  })
})

describe('trouble at the start is one line and status 1', () => {
  async function troubleWith(env: Record<string, string>): Promise<string> {
    const start = run(['start'], env)
    expect(await start.ended).toBe(1)
    expect(start.stderr().split('\n')).toHaveLength(2)
    return start.stderr()
  }

  it('where the port is in use', async () => {
    const other: Server = createServer().listen(0, 'localhost')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await troubleWith({ PORT: String(port) })).toContain(`Port ${port} is in use`)
    expect(await databaseRuns()).toBe(false)
    other.close()
  })

  it('where DATABASE_URL leads nowhere', async () => {
    expect(await troubleWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })).toContain(
      'The database at 127.0.0.1:1/nothing cannot be reached',
    )
  })

  it('where the data folder cannot be made', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(await troubleWith({ DATA_DIR: join(folder, 'file', 'data') })).toContain(
      'cannot write to its data folder',
    )
  })

  it('where a setting is off', async () => {
    expect(await troubleWith({ PORT: 'http' })).toContain('PORT')
  })
})

describe('a command on the paper’s data', () => {
  it('works beside a running server, which goes on', async () => {
    const start = run(['start'])
    const address = await addressOf(start)
    const list = run(['feeds', 'list'])
    expect(await list.ended).toBe(0)
    expect(list.stdout()).toMatch(/https?:\/\//)
    expect(await answers(address)).toBe(true)
  })

  it('works without a server, and leaves no database running', async () => {
    const list = run(['feeds', 'list'])
    expect(await list.ended).toBe(0)
    expect(list.stdout()).toMatch(/https?:\/\//)
    expect(await databaseRuns()).toBe(false)
  })

  it.each([
    [['nonsense'], 2, /^There is no command "nonsense"/],
    [['feeds', 'nonsense'], 2, /^There is no command "feeds nonsense"/],
    [['toString'], 2, /^There is no command "toString"/],
  ])('that is %j ends with status %i', async (argv, status, message) => {
    const command = run(argv)
    expect(await command.ended).toBe(status)
    expect(command.stderr()).toMatch(message)
  })

  it('is explained', async () => {
    const help = run(['feeds', '--help'])
    expect(await help.ended).toBe(0)
    expect(help.stdout()).toContain('feeds import <file>')
  })
})
