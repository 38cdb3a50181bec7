import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MODULE = JSON.stringify(new URL('./node-runtime.mjs', import.meta.url).href)
let root: string
let running: ChildProcess[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-node-'))
  await mkdir(join(root, 'node_modules/node/bin'), { recursive: true })
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'node_modules/node/package.json'), '{"version":"24.0.0"}')
  await symlink(process.execPath, join(root, 'node_modules/node/bin/node'))
  await writeFile(
    join(root, 'bin/masthead.mjs'),
    `import { exitWithParent } from ${MODULE}
    exitWithParent()
    const signals = []
    const alive = setInterval(() => {}, 1000)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        signals.push(signal)
        setTimeout(() => { console.log(signals.join()); process.exit(7) }, 300)
      })
    }
    console.log(process.pid)
    if (process.argv[2] === 'exit') clearInterval(alive)`,
  )
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  await rm(root, { recursive: true, force: true })
})

type Mode = 'execve' | 'spawn'

/** Runs the script on the pinned Node.js, in a new process group. Node.js before 22.15 has no `process.execve`. */
async function start(mode: Mode, argument = '') {
  const script = `import { runOnPinnedNode } from ${MODULE}
    ${mode === 'spawn' ? 'process.execve = undefined' : ''}
    process.exitCode = await runOnPinnedNode(${JSON.stringify(root)}, 'bin/masthead.mjs', [${JSON.stringify(argument)}])`
  const args = ['--input-type=module', '-e', script]
  const launcher = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  launcher.stderr.pipe(process.stderr)
  running.push(launcher)
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]()
  const exited = once(launcher, 'exit')
  const child = Number((await lines.next()).value)
  return { launcher: Number(launcher.pid), child, exited, nextLine: async () => (await lines.next()).value }
}

describe.each<Mode>(['execve', 'spawn'])('runOnPinnedNode with %s', (mode) => {
  it(`runs ${mode === 'execve' ? 'in the same process' : 'a child process'}`, async () => {
    const { launcher, child } = await start(mode)
    expect(child === launcher).toBe(mode === 'execve')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'forwards %s once and returns the exit status',
    async (signal) => {
      const { launcher, exited, nextLine } = await start(mode)
      process.kill(launcher, signal)
      expect(await nextLine()).toBe(signal)
      expect(await exited).toEqual([7, null])
    },
  )

  it('delivers SIGINT once when the terminal sends it to the whole process group', async () => {
    const { launcher, exited, nextLine } = await start(mode)
    process.kill(-launcher, 'SIGINT')
    expect(await nextLine()).toBe('SIGINT')
    expect(await exited).toEqual([7, null])
  })

  it('exits when the script exits', async () => {
    const { exited } = await start(mode, 'exit')
    expect(await exited).toEqual([0, null])
  })
})

it('exitWithParent sends SIGTERM when the shell of npm is killed', async () => {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const command = `"${process.execPath}" "${join(root, 'bin/masthead.mjs')}"; true`
  const shell = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  await lines.next()
  shell.kill('SIGTERM')
  expect((await lines.next()).value).toBe('SIGTERM')
})

it('exitWithParent does nothing when another parent exits', async () => {
  const env = { ...process.env, npm_lifecycle_event: '', MASTHEAD_PARENT: '1' }
  const run = `"${process.execPath}" "${join(root, 'bin/masthead.mjs')}"`
  const command = `${run} & MASTHEAD_PARENT=$$ ${run} >&3 & read line`
  const shell = spawn('/bin/sh', ['-c', command], { env, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] })
  const linesOf = (output: unknown) => createInterface({ input: output as Readable })[Symbol.asyncIterator]()
  const [lines, linesOfChild] = [linesOf(shell.stdout), linesOf(shell.stdio[3])]
  const launcher = Number((await lines.next()).value)
  await linesOfChild.next()
  shell.stdin?.end()
  // The script prints the signal later than the other would have noticed the end of the shell.
  expect((await linesOfChild.next()).value).toBe('SIGTERM')
  process.kill(launcher, 'SIGINT')
  expect((await lines.next()).value).toBe('SIGINT')
})

describe('runOnPinnedNode in a child process', () => {
  it('shuts the child down when the parent is killed', async () => {
    const { launcher, nextLine } = await start('spawn')
    process.kill(launcher, 'SIGKILL')
    expect(await nextLine()).toBe('SIGTERM')
  })

  it('exits with 128 and the number of the signal that killed the child', async () => {
    const { child, exited } = await start('spawn')
    process.kill(child, 'SIGKILL')
    expect(await exited).toEqual([137, null])
  })
})
