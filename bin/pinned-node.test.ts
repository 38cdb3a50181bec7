import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MODULE = JSON.stringify(new URL('./pinned-node.mjs', import.meta.url).href)
let root: string
let running: ChildProcess[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-pinned-'))
  await mkdir(join(root, 'node_modules/node/bin'), { recursive: true })
  await mkdir(join(root, 'bin'))
  await symlink(process.execPath, join(root, 'node_modules/node/bin/node'))
  await writeFile(
    join(root, 'bin/masthead.mjs'),
    `import { endWithParent } from ${MODULE}
    endWithParent()
    const signals = []
    const alive = setInterval(() => {}, 1000)
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        signals.push(signal)
        setTimeout(() => { console.log(signals.join()); process.exit(7) }, 300)
      })
    }
    console.log(process.pid)
    if (process.argv[2] === 'end') clearInterval(alive)`,
  )
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  await rm(root, { recursive: true, force: true })
})

/** Hands over as a Node.js does that can replace itself, or as one that cannot, in a process group of its own. */
async function handOver(way: 'in its place' | 'as its child', word = '') {
  const script = `import { handOver } from ${MODULE}
    ${way === 'as its child' ? 'process.execve = undefined' : ''}
    process.exitCode = await handOver(${JSON.stringify(root)}, 'bin/masthead.mjs', [${JSON.stringify(word)}])`
  const args = ['--input-type=module', '-e', script]
  const launcher = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(launcher)
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]()
  const ended = once(launcher, 'exit')
  const child = Number((await lines.next()).value)
  return { launcher: Number(launcher.pid), child, ended, nextLine: async () => (await lines.next()).value }
}

describe.each(['in its place', 'as its child'] as const)(
  'a Node.js that hands over to the pinned one %s',
  (way) => {
    it('becomes one process, or two', async () => {
      const { launcher, child } = await handOver(way)
      expect(child === launcher).toBe(way === 'in its place')
    })

    it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on once, and the exit status back', async (signal) => {
      const { launcher, ended, nextLine } = await handOver(way)
      process.kill(launcher, signal)
      expect(await nextLine()).toBe(signal)
      expect(await ended).toEqual([7, null])
    })

    it('lets it stop in order when a terminal’s Ctrl-C reaches all of its process group', async () => {
      const { launcher, ended, nextLine } = await handOver(way)
      process.kill(-launcher, 'SIGINT')
      expect(await nextLine()).toBe('SIGINT')
      expect(await ended).toEqual([7, null])
    })

    it('ends when it ends', async () => {
      const { ended } = await handOver(way, 'end')
      expect(await ended).toEqual([0, null])
    })
  },
)

it('a launcher that npm started stops in order when npm’s shell is killed', async () => {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const command = `"${process.execPath}" "${join(root, 'bin/masthead.mjs')}"; true`
  const shell = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  await lines.next()
  shell.kill('SIGTERM')
  expect((await lines.next()).value).toBe('SIGTERM')
})

it('a launcher that nobody waits for outlives the shell that started it', async () => {
  const env = { ...process.env, npm_lifecycle_event: '', MASTHEAD_PARENT: '1' }
  const command = `"${process.execPath}" "${join(root, 'bin/masthead.mjs')}" & read line`
  const shell = spawn('/bin/sh', ['-c', command], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const launcher = Number((await lines.next()).value)
  shell.stdin.end()
  await once(shell, 'exit')
  await setTimeout(600)
  process.kill(launcher, 'SIGINT')
  expect((await lines.next()).value).toBe('SIGINT')
})

describe('a pinned Node.js that runs as a child', () => {
  it('stops in order when its parent is killed', async () => {
    const { launcher, nextLine } = await handOver('as its child')
    process.kill(launcher, 'SIGKILL')
    expect(await nextLine()).toBe('SIGTERM')
  })

  it('leaves its parent with a status that says that it was killed', async () => {
    const { child, ended } = await handOver('as its child')
    process.kill(child, 'SIGKILL')
    expect(await ended).toEqual([137, null])
  })
})
