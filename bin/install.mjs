import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, sep } from 'node:path'
import { withLock } from './lock.mjs'
import { hasPinnedNode } from './node-runtime.mjs'
import { LaunchError, runCommand } from './run-command.mjs'

/**
 * Installs the dependencies that package-lock.json lists, unless they are installed already.
 *
 * @param {string} root the project folder
 */
export async function ensureDependencies(root) {
  if (isInstalled(root)) return
  await withLock(join(root, '.masthead.lock'), async (addHolder) => {
    if (isInstalled(root)) return
    console.error('Installing dependencies, which takes about a minute…')
    const startedAt = performance.now()
    rmSync(stampFile(root), { force: true })
    const errorMessage = 'Failed to install the dependencies.'
    await runCommand({ ...npmCi(root), cwd: root, errorMessage }, addHolder)
    if (!hasPinnedNode(root))
      throw new LaunchError('npm did not install Node.js from the package "node": allow its install script.')
    writeFileSync(stampFile(root), lockFingerprint(root))
    console.error(`Installed the dependencies in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  })
}

/** @param {string} root */
const stampFile = (root) => join(root, 'node_modules', '.masthead-lock')

/** @param {string} root */
function lockFingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = stampFile(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockFingerprint(root)) return true
  if (!matchesLockFile(root) || !hasPinnedNode(root)) return false
  try {
    writeFileSync(stamp, lockFingerprint(root))
  } catch {
    // Another user owns the folder. The stamp only saves time; the next start compares the packages again.
  }
  return true
}

/**
 * Whether the packages that npm recorded in node_modules are those of package-lock.json. Optional packages are ignored:
 * most of them are for other platforms.
 *
 * @param {string} root
 */
export function matchesLockFile(root) {
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

/**
 * The `npm ci` command. The build and the tests need the development dependencies; the packages of Node.js and
 * PostgreSQL need their install scripts. Flags override the user's npm configuration.
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
 * Path of a Node.js outside `folder`, which `npm ci` empties: the current one if possible, else one in PATH.
 *
 * @param {string} folder with a trailing separator
 */
function nodeOutside(folder) {
  if (!process.execPath.startsWith(folder)) return process.execPath
  const candidates = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !`${directory}${sep}`.startsWith(folder))
    .map((directory) => join(directory, 'node'))
  return candidates.find((file) => existsSync(file)) ?? process.execPath
}
