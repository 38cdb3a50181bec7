import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCK_KEYS } from '../src/platform/database/lock-keys.ts'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.server.ts'
import { captureOutput } from '../src/platform/testing/capture-output.ts'
import { eventually } from '../src/platform/testing/eventually.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { DATA_COMMANDS, launch } from './launch.mjs'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MASTHEAD = join(ROOT, 'bin/masthead.mjs')
let folder: string
let dataDir: string
let createdDataDir: string
let listedFeeds: string
let running: Launch[] = []

beforeAll(async () => {
  execFileSync(process.execPath, [MASTHEAD, 'build'], { stdio: 'inherit' })
  const parent = await mkdtemp(join(tmpdir(), 'masthead-start-'))
  await chmod(parent, 0o755)
  createdDataDir = join(parent, 'data')
  const env = { ...process.env, DATA_DIR: createdDataDir }
  listedFeeds = execFileSync(process.execPath, [MASTHEAD, 'feeds', 'list'], { env, encoding: 'utf8' })
})

afterAll(() => rm(join(createdDataDir, '..'), { recursive: true, force: true }))

/** Starts the test with a migrated database, which takes a third of the time that creating one takes. */
function copyCreated(): void {
  execFileSync('cp', ['-a', createdDataDir, dataDir])
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-start-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const launched of running) await launched.stop('SIGTERM')
  running = []
  // Opening and closing the database stops one that outlived its server.
  if (await isDatabaseRunning()) await (await openEmbeddedPostgres({ dataDir, log: () => {} })).close()
  await rm(folder, { recursive: true, force: true })
})

type Launch = {
  child: ChildProcess
  /** The output so far. */
  stdout: () => string
  stderr: () => string
  /** The exit status, once all processes that write to the output have exited. */
  exited: Promise<number | null>
  stop(signal: NodeJS.Signals): Promise<number | null>
}

function spawnLaunch(command: string, args: string[], env: Record<string, string> = {}): Launch {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      NEWS_FETCH: 'off',
      SAMPLE_EDITION: 'off',
      SHUTDOWN_GRACE_SECONDS: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
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
  const exited = once(child, 'close').then(([code]) => code)
  return {
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    stop(signal) {
      child.kill(signal)
      return exited
    },
  }
}

function run(argv: string[], env?: Record<string, string>): Launch {
  const launched = spawnLaunch(process.execPath, [MASTHEAD, ...argv], env)
  running.push(launched)
  return launched
}

/** Waits for the address that `start` prints. */
async function waitForAddress(start: Launch): Promise<string> {
  return vi.waitFor(
    () => {
      const address = /Masthead is at (http:\/\/[^\s"]+)/.exec(start.stdout())?.[1]
      if (!address) throw new Error(`No address in: ${start.stdout()}${start.stderr()}`)
      return address
    },
    { timeout: 45_000, interval: 50 },
  )
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function isDatabaseRunning(folder = dataDir): Promise<boolean> {
  return readFile(join(folder, 'postgres', 'postmaster.pid')).then(
    () => true,
    () => false,
  )
}

/** Writes the URL of each module that a process loads to the file IMPORTS. */
const RECORD_IMPORTS = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, nextLoad) {
      appendFileSync(process.env.IMPORTS, url + '\\n')
      return nextLoad(url, context)
    },
  })`

describe('masthead start', () => {
  it('serves at the printed address with its memory settings, alone on its data folder, and recovers after kill -9', async () => {
    copyCreated()
    const imports = join(folder, 'imports')
    const start = run(['start'], {
      IMPORTS: imports,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORD_IMPORTS)}`,
    })
    const address = await waitForAddress(start)
    expect(await isReady(address)).toBe(true)
    expect(await isDatabaseRunning()).toBe(true)
    if (process.platform === 'linux') {
      const readList = async (file: string) =>
        (await readFile(`/proc/${start.child.pid}/${file}`, 'utf8')).split('\0')
      expect(await readList('environ')).toContain('MALLOC_ARENA_MAX=1')
      const options = ['--max-semi-space-size=16', '--no-parallel-scavenge', '--heap-growing-percent=50']
      expect(await readList('cmdline')).toEqual(expect.arrayContaining(options))
    }
    await expectLoadedForSignIn(address, imports)
    await expectAlone(start)

    // The signal of "systemctl reload", for example.
    start.child.kill('SIGHUP')
    await eventually(() => expect(start.stdout()).toContain('SIGHUP has no effect without WORKERS'))
    expect(await isReady(address)).toBe(true)

    await start.stop('SIGKILL')
    expect(await isDatabaseRunning()).toBe(true)
    const next = run(['start'])
    const nextAddress = await waitForAddress(next)
    expect(await isReady(nextAddress)).toBe(true)
    expect(await next.stop('SIGTERM')).toBe(0)
    expect(await isReady(nextAddress)).toBe(false)
    expect(await isDatabaseRunning()).toBe(false)
    expect(start.stderr() + next.stderr()).toBe('')
  })

  /** A second server of the data folder is refused. `masthead.pack.test.ts` runs a command beside it. */
  async function expectAlone(start: Launch): Promise<void> {
    const second = run(['start'])
    expect(await second.exited).toBe(1)
    expect(second.stderr()).toMatch(
      /^Masthead is already running on this data folder \(process \d+, http:.*\)\. Stop it first, or set DATA_DIR to another folder\.\n$/,
    )
    expect(second.stderr()).toContain(`process ${start.child.pid},`)
  }

  /** Loading what a sign-in needs would delay other requests. */
  async function expectLoadedForSignIn(address: string, imports: string): Promise<void> {
    // The first request loads the routes.
    await fetch(address)
    const before = await readFile(imports, 'utf8')
    const { status } = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'violet tram estuary' }),
    })
    expect(status).toBe(401)
    const loaded = (await readFile(imports, 'utf8')).slice(before.length).split('\n').filter(Boolean)
    // better-auth loads a small one at its first request.
    const isLarge = (url: string) => url.startsWith('file:') && statSync(fileURLToPath(url)).size > 10_000
    expect(loaded.filter(isLarge)).toEqual([])
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'names what holds a lock that its start waits for, and ends at %s',
    async (signal) => {
      const database = await createTestDatabase()
      const holder = await database.pool.connect()
      try {
        await holder.query(`set application_name = 'stuck job'`)
        await holder.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
        const start = run(['start'], { DATABASE_URL: database.url })
        await eventually(() =>
          expect(start.stdout()).toMatch(/Waiting for a lock of the database that .*stuck job.* holds/),
        )
        expect(await start.stop(signal)).toBe(0)
        expect(start.stderr()).toBe('')
      } finally {
        holder.release(true)
        await database.drop()
      }
    },
  )
})

it('a startup error is one line with status 1: the port is in use', async () => {
  const other: Server = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const start = run(['start', '--port', String(port)])
  expect(await start.exited).toBe(1)
  expect(start.stderr()).toMatch(new RegExp(`^[^\\n]*Port ${port} is in use[^\\n]*\\n$`))
  await expect(access(dataDir)).rejects.toThrow('ENOENT')
  other.close()
})

describe('a command on the data of the site', () => {
  it('runs without a server, and stops the database', async () => {
    expect(listedFeeds).toMatch(/https?:\/\//)
    expect(await isDatabaseRunning(createdDataDir)).toBe(false)
  })

  it.each([
    [['nonsense'], 2, /^Unknown command "nonsense"/],
    [['start', '--prot', '4000'], 2, /^Unknown option '--prot'\. See "masthead --help"\.\n$/],
    [['start', '--port'], 2, /^Option '--port <value>' argument missing\. See/],
    [['start', '4000'], 2, /^Unexpected argument '4000'\./],
    [['build', '--fast'], 2, /^Unknown option '--fast'\./],
  ])('%j exits with status %i', async (argv, status, message) => {
    expect(await launchHere(argv)).toEqual({ status, stdout: '', stderr: expect.stringMatching(message) })
  })

  it('knows each command of its help', () => {
    const usage = readFileSync(join(ROOT, 'bin/usage.txt'), 'utf8')
    const named = [...usage.matchAll(/^ {2}([a-z][\w-]*)(?= )/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(10)
    const known = ['start', 'build', 'dev', ...DATA_COMMANDS]
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([])
  })

  it('ends quietly when the reader of its output has ended', async () => {
    const piped = spawnLaunch('sh', ['-c', '"$0" "$1" --help | true', process.execPath, MASTHEAD])
    running.push(piped)
    await piped.exited
    expect(piped.stderr()).toBe('')
  })

  it('prints its usage', async () => {
    const help = { status: 0, stdout: expect.stringContaining('feeds import FILE'), stderr: '' }
    expect(await launchHere(['feeds', '--help'])).toEqual(help)
    const version = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' }
    expect(await launchHere(['--version'])).toEqual(version)
  })
})

/** Runs a command that starts no other process. */
async function launchHere(argv: string[]) {
  const { exitCode } = process
  // Vitest replaces the console.
  using _error = vi
    .spyOn(console, 'error')
    .mockImplementation((line) => void process.stderr.write(`${line}\n`))
  using _log = vi.spyOn(console, 'log').mockImplementation((line) => void process.stdout.write(`${line}\n`))
  try {
    return await captureOutput(async () => {
      await launch(argv)
      return Number(process.exitCode)
    })
  } finally {
    process.exitCode = exitCode
  }
}
