import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'

const BIN = fileURLToPath(new URL('.', import.meta.url))
/** A checkout whose npm and Vite write what they do to `log`. */
let root: string
let running: ChildProcess[] = []
const at = (path: string) => join(root, path)
const log = () => readFile(at('log'), 'utf8').catch(() => '')

const VITE = `
  import { appendFileSync, mkdirSync } from 'node:fs'
  appendFileSync('log', 'build ')
  mkdirSync('dist', { recursive: true })`
const NPM = `
  const { appendFileSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
  // npm may run on an older Node.js.
  if (!process.argv.includes('--loglevel=error')) console.log('npm warn EBADENGINE')
  appendFileSync('log', 'install ')
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules/node/bin', { recursive: true })
  writeFileSync('node_modules/node/package.json', JSON.stringify({ version: process.version.slice(1) }))
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
  mkdirSync('node_modules/vite/bin', { recursive: true })
  copyFileSync('tools/vite.mjs', 'node_modules/vite/bin/vite.js')
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json')`

const lock = (version: string, optional = false) =>
  writeFile(at('package-lock.json'), JSON.stringify({ packages: { x: { version, optional } } }))
const npm = (script: string) => writeFile(at('tools/npm.cjs'), script)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-launch-'))
  await cp(BIN, at('bin'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  for (const folder of ['tools', 'src/kernel/time', 'public']) await mkdir(at(folder), { recursive: true })
  await writeFile(at('tools/npm'), `#!/bin/sh\nexec "${process.execPath}" "${at('tools/npm.cjs')}" "$@"\n`)
  await chmod(at('tools/npm'), 0o755)
  await writeFile(at('tools/vite.mjs'), VITE)
  await npm(NPM)
  await lock('1.0.0')
  for (const file of ['package.json', 'tsconfig.json', 'vite.config.ts', 'src/kernel/time/dates.ts'])
    await writeFile(at(file), '{"type":"module"}')
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  await rm(root, { recursive: true, force: true })
})

function startCommand(command: string) {
  const env = { ...process.env, PATH: `${at('tools')}${delimiter}${process.env.PATH}` }
  const child = spawn(process.execPath, [at('bin/masthead.mjs'), command], { cwd: tmpdir(), env })
  running.push(child)
  const closed = once(child, 'close').then(([code]) => code)
  const result = Promise.all([closed, text(child.stdout), text(child.stderr)])
  return { child, result: result.then(([code, stdout, stderr]) => ({ code, stdout, stderr })) }
}
const build = () => startCommand('build').result

const DONE = {
  code: 0,
  stdout: '',
  stderr: 'Installing dependencies, which takes about a minute…\nBuilding…\n',
}
const UP_TO_DATE = { code: 0, stdout: 'The build is up to date.\n', stderr: '' }

describe('a checkout', () => {
  it('is installed and built once, built again when a source has changed, and installed when the lock file has', async () => {
    expect(await build()).toEqual(DONE)
    await writeFile(at('src/kernel/time/dates.test.ts'), 'a test')
    expect(await build()).toEqual(UP_TO_DATE)
    await writeFile(at('src/kernel/time/dates.ts'), 'edited')
    expect(await build()).toMatchObject({ code: 0, stderr: 'Building…\n' })
    await lock('1.0.1')
    expect(await build()).toEqual(DONE)
    // An optional package of other platforms.
    await lock('1.0.2', true)
    expect(await build()).toMatchObject({ code: 0, stderr: 'Building…\n' })
    expect(await log()).toBe('install build build install build build ')
  })

  it('is installed and built by one of several processes', async () => {
    const results = await Promise.all([build(), build()])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(await log()).toBe('install build ')
  })

  it('is installed again after a failure, whose output is printed', async () => {
    await npm(`console.log('npm error: no network'); process.exit(7)`)
    const failed = await build()
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('npm error: no network\nFailed (7): npm ci --include=dev')
    await npm(NPM)
    expect(await build()).toEqual(DONE)
  })

  it('is not installed when npm did not run the install script of Node.js', async () => {
    await npm(`${NPM}; rmSync('node_modules/node/bin', { recursive: true })
      writeFileSync('node_modules/node/package.json', '{"version":"24.0.0"}')`)
    expect(await build()).toMatchObject({ code: 1, stderr: expect.stringContaining('Failed (0): npm ci') })
  })

  it.each([
    ['a process that has ended', '999999999'],
    ['the process with the same id before a restart of the container', 'own'],
  ])('ignores a lock of %s', async (_, holder) => {
    const { child, result } = startCommand('build')
    await symlink(holder === 'own' ? String(child.pid) : holder, at('.masthead.lock'))
    expect(await result).toMatchObject({ code: 0 })
    expect(await log()).toBe('install build ')
  })

  it('starts the development server', async () => {
    expect(await startCommand('dev').result).toMatchObject({ code: 0 })
    // The script that stands for Vite.
    expect(await log()).toBe('install build ')
  })

  it('runs imports with the memory settings of the server', async () => {
    await mkdir(at('src/app/cli'), { recursive: true })
    await writeFile(
      at('src/app/cli/cli.ts'),
      'export const run = () => console.log(process.execArgv.join(), process.env.MALLOC_ARENA_MAX)',
    )
    const { stdout } = await startCommand('import').result
    expect(stdout).toContain('--max-semi-space-size=16,--no-parallel-scavenge,--heap-growing-percent=50 1')
  })

  it('waits while npm of a killed launcher still runs, and then installs again', async () => {
    await npm(`require('node:fs').writeFileSync('npm.pid', String(process.pid)); setInterval(() => {}, 1000)`)
    const killed = startCommand('build')
    const readPid = async () => Number(await readFile(at('npm.pid'), 'utf8'))
    await eventually(async () => expect(await readPid()).toBeGreaterThan(0))
    killed.child.kill('SIGKILL')
    await npm(NPM)
    const next = startCommand('build')
    let waiting = ''
    next.child.stderr.on('data', (data) => {
      waiting += data
    })
    await eventually(() => expect(waiting).toContain('Waiting for another Masthead process'))
    expect(await log()).toBe('')
    process.kill(await readPid(), 'SIGKILL')
    expect(await next.result).toMatchObject({ code: 0 })
    expect(await log()).toBe('install build ')
  })
})

type Mode = 'execve' | 'spawn'

/** Runs a script on the pinned Node.js. Node.js before 22.15 has no `process.execve`. */
async function start(mode: Mode) {
  await mkdir(at('node_modules/node/bin'), { recursive: true })
  await writeFile(at('node_modules/node/package.json'), '{"version":"24.0.0"}')
  await writeFile(at('node_modules/node/bin/node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`)
  await chmod(at('node_modules/node/bin/node'), 0o755)
  await writeFile(
    at('script.mjs'),
    `import { exitWithParent } from './bin/launch.mjs'
    exitWithParent()
    const signals = []
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        signals.push(signal)
        setTimeout(() => { console.log(signals.join()); process.exit(7) }, 300)
      })
    setInterval(() => {}, 1000)
    console.log(process.pid)`,
  )
  const launcher = `import { runOnPinnedNode } from ${JSON.stringify(at('bin/launch.mjs'))}
    ${mode === 'spawn' ? 'process.execve = undefined' : ''}
    process.exitCode = await runOnPinnedNode('script.mjs', [])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], { detached: true })
  running.push(child)
  child.stderr.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = once(child, 'exit')
  const pid = Number((await lines.next()).value)
  return { launcher: Number(child.pid), pid, exited, nextLine: async () => (await lines.next()).value }
}

describe('the pinned Node.js', () => {
  it.each([
    ['execve', 'SIGTERM'],
    ['spawn', 'SIGTERM'],
    ['spawn', 'SIGINT'],
    ['spawn', 'SIGHUP'],
  ] as const)('with %s receives %s once, and the launcher returns its exit status', async (mode, signal) => {
    const { launcher, pid, exited, nextLine } = await start(mode)
    expect(pid === launcher).toBe(mode === 'execve')
    process.kill(launcher, signal)
    expect(await nextLine()).toBe(signal)
    expect(await exited).toEqual([7, null])
  })

  it('receives SIGINT once when the terminal sends it to the whole process group', async () => {
    const { launcher, exited, nextLine } = await start('spawn')
    process.kill(-launcher, 'SIGINT')
    expect(await nextLine()).toBe('SIGINT')
    expect(await exited).toEqual([7, null])
  })
})

it('stops when npm receives SIGTERM, which npm does not forward', async () => {
  await writeFile(at('package.json'), '{"type":"module","scripts":{"start":"exec node script.mjs"}}')
  await writeFile(
    at('script.mjs'),
    `import { exitWithParent } from './bin/launch.mjs'
    exitWithParent()
    process.on('SIGTERM', () => { console.log('stopped'); process.exit() })
    setInterval(() => {}, 1000)
    console.log('started')`,
  )
  const child = spawn('npm', ['start', '--silent'], { cwd: root })
  running.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('started')
  child.kill('SIGTERM')
  expect((await lines.next()).value).toBe('stopped')
})

it('stops the child process when the launcher is killed', async () => {
  const { launcher, nextLine } = await start('spawn')
  process.kill(launcher, 'SIGKILL')
  expect(await nextLine()).toBe('SIGTERM')
})

it('returns 128 plus the number of the signal that killed the child process', async () => {
  const { pid, exited } = await start('spawn')
  process.kill(pid, 'SIGKILL')
  expect(await exited).toEqual([137, null])
})
