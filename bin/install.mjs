import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, sep } from 'node:path'
import { LaunchError } from './launch-error.mjs'
import { withLock } from './lock.mjs'
import { pinnedNode, pinnedVersion } from './pinned-node.mjs'
import { runQuietly } from './run-quietly.mjs'

/**
 * Installs the locked dependencies where they are missing or others than package-lock.json says.
 *
 * @param {string} root the project's folder
 */
export async function ensureDependencies(root) {
  if (isInstalled(root)) return
  await withLock(join(root, '.masthead.lock'), async (hold) => {
    if (isInstalled(root)) return
    console.error('Installing dependencies…')
    rmSync(stampFile(root), { force: true })
    await runQuietly({ ...npmCi(root), cwd: root, failure: 'The dependencies could not be installed.' }, hold)
    if (!nodeRuns(root))
      throw new LaunchError('npm installed the dependencies, but not the Node.js among them.')
    writeFileSync(stampFile(root), lockFingerprint(root))
  })
}

/** What is installed, as the last launch that installed or checked it has noted. @param {string} root */
const stampFile = (root) => join(root, 'node_modules', '.masthead-lock')

/** @param {string} root */
function lockFingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = stampFile(root)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockFingerprint(root)
  if (!npmInstalledAll(root) || !nodeRuns(root)) return false
  try {
    writeFileSync(stamp, lockFingerprint(root))
  } catch {
    // Installed by somebody else, whose folder we may not write: the next launch looks again.
  }
  return true
}

/**
 * Whether npm, run by hand, has installed what the lock file says; npm records that when it is done. Optional packages
 * are left out, since most of them are for other machines.
 *
 * @param {string} root
 */
export function npmInstalledAll(root) {
  try {
    const locked = readPackages(join(root, 'package-lock.json'))
    const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
    return Object.entries(locked).every(
      ([path, { optional, version, integrity }]) =>
        path === '' ||
        optional ||
        (installed[path]?.version === version && installed[path]?.integrity === integrity),
    )
  } catch {
    return false
  }
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
const readPackages = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages

/** @param {string} root */
function nodeRuns(root) {
  const { stdout } = spawnSync(pinnedNode(root), ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === pinnedVersion(root)
}

/**
 * The command for `npm ci`. Vite, which builds, and the tests need the development dependencies; the pinned Node.js and
 * PostgreSQL need their install scripts, whatever the user's npm is set to.
 *
 * @param {string} root
 */
function npmCi(root) {
  const node = nodeOutside(join(root, 'node_modules') + sep)
  const scripts = [process.env.npm_execpath, join(dirname(node), '../lib/node_modules/npm/bin/npm-cli.js')]
  const script = scripts.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path))
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
  ]
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  return script ? { command: node, args: [script, ...args], env } : { command: 'npm', args, env }
}

/**
 * A Node.js that does not vanish while npm empties node_modules: ours, unless we run on the one in there.
 *
 * @param {string} inside
 */
function nodeOutside(inside) {
  if (!process.execPath.startsWith(inside)) return process.execPath
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !`${folder}${sep}`.startsWith(inside))
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
}
