import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

/** The Node.js that the project is written for: a dependency like any other. @param {string} root */
export const pinnedNode = (root) => join(root, 'node_modules/node/bin/node')

/** Its version, for example `v24.21.0`. @param {string} root */
export const pinnedVersion = (root) =>
  `v${JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version}`

/** Whether this process runs on it, or on one of the same version. @param {string} root */
export const isPinnedNode = (root) => process.version === pinnedVersion(root)

/** The environment in which the programs of the project's dependencies come first. @param {string} root */
export function projectEnvironment(root) {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Runs a script of ours again on the pinned Node.js: in place of this process where this Node.js can do that, else as its
 * child, in a process group of its own: then it gets no terminal's Ctrl-C, only the signals that we pass on, each once.
 *
 * @param {string} root
 * @param {string} script its path below `root`
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status of the child
 */
export function handOver(root, script, argv) {
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
  const pass = (signal) => child.pid && process.kill(-child.pid, signal)
  process.on('SIGINT', () => pass('SIGINT'))
  process.on('SIGTERM', () => pass('SIGTERM'))
  process.on('SIGHUP', () => pass('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

/**
 * Orders this process to stop when the one that waits for it is gone: the Node.js that handed over to us, though it
 * be by kill -9; or npm's shell, which dies of the SIGTERM that npm passes on and tells us nothing. Whoever else
 * started us may end before us.
 */
export function endWithParent() {
  const parent = process.ppid
  const { MASTHEAD_PARENT, npm_lifecycle_event } = process.env
  if (MASTHEAD_PARENT !== String(parent) && !npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
