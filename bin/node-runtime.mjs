import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { isatty } from 'node:tty'

/**
 * Folder of the npm package `node`, which pins the Node.js version of the project. In a checkout it is in our own
 * node_modules; npm may hoist it when Masthead is installed as a package.
 *
 * @param {string} root the project folder
 */
function nodePackage(root) {
  return dirname(createRequire(join(root, 'package.json')).resolve('node/package.json'))
}

/** Path of the pinned Node.js. @param {string} root */
const pinnedNode = (root) => join(nodePackage(root), 'bin/node')

/** Version of the pinned Node.js, such as `v24.21.0`. @param {string} root */
const pinnedVersion = (root) =>
  `v${JSON.parse(readFileSync(join(nodePackage(root), 'package.json'), 'utf8')).version}`

/** Whether this process runs on the pinned version of Node.js. @param {string} root */
export const isPinnedNode = (root) => process.version === pinnedVersion(root)

/** Whether the pinned Node.js is installed and runs on this machine. @param {string} root */
export function hasPinnedNode(root) {
  try {
    const { stdout } = spawnSync(pinnedNode(root), ['--version'], { encoding: 'utf8' })
    return stdout?.trim() === pinnedVersion(root)
  } catch {
    return false
  }
}

/**
 * By default, V8 takes 128 MB for new objects and lets the heap double before it collects garbage. Its threads for the
 * collection of new objects wait for each other on busy machines, which takes more processor time than they save.
 */
const V8_OPTIONS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--heap-growing-percent=50',
]
/** glibc would otherwise keep the memory of rendered pages. */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
}

/**
 * Limits the memory that V8 and glibc hold beside what is in use. Restarts this process, where Node.js has
 * `process.execve`, since both read their settings at the start. Options of the command line and variables of the
 * environment take precedence.
 */
export function applyMemorySettings() {
  if (V8_OPTIONS.every((option) => process.execArgv.includes(option))) return
  const args = [process.execPath, ...V8_OPTIONS, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...MALLOC_SETTINGS, ...process.env })
}

/** The environment with the project's node_modules/.bin first in PATH. @param {string} root */
export function projectEnvironment(root) {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Runs a script on the pinned Node.js: replaces this process where Node.js has `process.execve`, else
 * starts a child process. The child gets its own process group so that it receives each signal once,
 * from us and not from the terminal.
 *
 * @param {string} root
 * @param {string} script path relative to `root`
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status of the child
 */
export function runOnPinnedNode(root, script, argv) {
  const node = pinnedNode(root)
  const args = [join(root, script), ...argv]
  const env = projectEnvironment(root)
  process.execve?.(node, [node, ...args], env)

  const child = spawn(node, args, {
    env: { ...env, MASTHEAD_PARENT: String(process.pid) },
    stdio: 'inherit',
    detached: true,
  })
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => child.pid && process.kill(-child.pid, signal)
  process.on('SIGINT', () => forward('SIGINT'))
  process.on('SIGTERM', () => forward('SIGTERM'))
  // The SIGHUP of a closed terminal only reaches this process, and must stop the child.
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGHUP', () => forward(isInTerminal ? 'SIGTERM' : 'SIGHUP'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

/**
 * Sends SIGTERM to this process when the parent that waits for it is gone: the Node.js of {@link runOnPinnedNode}, or
 * npm's shell, which npm stops with SIGTERM without forwarding the signal. Other parents may exit first.
 */
export function exitWithParent() {
  const parent = process.ppid
  const { MASTHEAD_PARENT, npm_lifecycle_event } = process.env
  if (MASTHEAD_PARENT !== String(parent) && !npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
