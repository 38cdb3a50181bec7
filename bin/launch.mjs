import { spawn, spawnSync } from 'node:child_process'
import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { LaunchError } from './launch-error.mjs'
import { withLock } from './lock.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The package from npm never contains package-lock.json. */
const IS_CHECKOUT = existsSync(join(ROOT, 'package-lock.json'))
const MIN_NODE_MAJOR = 24
const LOCK = join(ROOT, '.masthead.lock')
const BUILD_STAMP = join(ROOT, 'dist', '.masthead-build')
const SOURCES = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
/** Tests, and files that the build itself generates. */
const NOT_A_SOURCE = /\.(test|gen)\.tsx?$/
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/**
 * V8 and glibc read these at the start. The large young generation holds the objects of several renders, and collection
 * before the old generation has grown by half limits its memory. Parallel collectors wait for each other on busy machines.
 * glibc would otherwise keep the memory of rendered pages.
 */
export const MEMORY_SETTINGS = {
  options: [
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    '--no-parallel-scavenge',
    '--heap-growing-percent=50',
  ],
  env: {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
    MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  },
}

/** Commands that run with the memory settings of servers. The import of a large paper takes hours. */
const LONG_COMMANDS = ['start', 'import']

/** Exported for tests. */
export const DATA_COMMANDS =
  'fetch-news articles feeds admin backup move restore migrate export import sample storage uploads doctor'.split(
    ' ',
  )

/**
 * Runs a command on the pinned Node.js. In a checkout, installs the dependencies first. Sets the exit status: 0 on
 * success, 1 on failure, 2 on a usage error.
 *
 * @param {string[]} argv
 */
export async function launch(argv) {
  // The reader of a pipe, such as `head`, may end before the command.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error
    })
  await exitWithStatus(() => run(argv))
}

/** @param {() => Promise<number | undefined>} work returns the exit status */
export async function exitWithStatus(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exitCode = error.status
  }
}

/** @param {string[]} argv */
async function run(argv) {
  const [name = 'help', ...args] = argv
  if (name === 'help' || argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(readFileSync(join(ROOT, 'bin/usage.txt')))
    return argv.length === 0 ? 2 : 0
  }
  if (name === '--version') {
    console.log(readJson(join(ROOT, 'package.json')).version)
    return 0
  }
  if (!['start', 'build', 'dev', ...DATA_COMMANDS].includes(name))
    throw new LaunchError(`Unknown command "${name}". See "masthead --help".`, 2)
  if (!IS_CHECKOUT && ['build', 'dev'].includes(name))
    throw new LaunchError(`"masthead ${name}" needs a source checkout.`)
  if (name === 'start') applyOptions(args, { port: { type: 'string' }, host: { type: 'string' } })
  if (name === 'build') applyOptions(args, {})

  exitWithParent()
  if (IS_CHECKOUT && !cluster.isWorker) await ensureDependencies()
  const settings = LONG_COMMANDS.includes(name) ? MEMORY_SETTINGS : undefined
  if (needsPinnedNode() || (settings && !hasMemorySettings()))
    return runOnPinnedNode('bin/masthead.mjs', argv, settings)
  process.env.DATA_DIR ||= IS_CHECKOUT ? join(ROOT, 'data') : resolve('masthead-data')
  if (name === 'build') {
    if (!(await ensureBuild())) console.log('The build is up to date.')
    return undefined
  }
  if (name === 'dev') {
    process.chdir(ROOT)
    process.argv = [process.execPath, VITE, ...argv]
    await importFile(VITE)
    return undefined
  }
  process.env.NODE_ENV = 'production'
  if (name === 'start') {
    if (IS_CHECKOUT && !cluster.isWorker) await ensureBuild()
    return (await importFile(join(ROOT, 'dist/server/server.js'))).boot()
  }
  // From source in a checkout, so that it needs no build.
  const cli = await importFile(join(ROOT, IS_CHECKOUT ? 'src/app/cli/cli.ts' : 'dist/server/cli.js'))
  return cli.run(argv)
}

/** Options take precedence over the environment. @param {string[]} args @param {import('node:util').ParseArgsOptionsConfig} options */
function applyOptions(args, options) {
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
    for (const [option, value] of Object.entries(values)) process.env[option.toUpperCase()] = String(value)
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/\. To specify|\n/)
    throw new LaunchError(`${reason}. See "masthead --help".`.replace('..', '.'), 2)
  }
}

/** Installs the packages of package-lock.json, unless npm has recorded them in node_modules. */
export function ensureDependencies() {
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    // npm may run on an older Node.js, and would warn of each package that does not support it.
    '--loglevel=error',
  ]
  return ensure(isInstalled, 'Installing dependencies, which takes about a minute…', 'npm', args)
}

/** Builds dist/ unless it is up to date. @returns {Promise<boolean>} whether a build was necessary */
export function ensureBuild() {
  const hash = hashSources()
  const isBuilt = () => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === hash
  return ensure(isBuilt, 'Building…', process.execPath, [VITE, 'build', '--logLevel=error'], {
    start: () => rmSync(BUILD_STAMP, { force: true }),
    end: () => writeFileSync(BUILD_STAMP, hash),
  })
}

/** Ignores optional packages, most of which are for other platforms. npm writes node_modules/.package-lock.json last. */
function isInstalled() {
  try {
    const installed = readJson(join(ROOT, 'node_modules/.package-lock.json')).packages
    const locked = Object.entries(readJson(join(ROOT, 'package-lock.json')).packages)
    const isComplete = locked.every(
      ([path, { optional, version, integrity }]) =>
        path === '' ||
        optional ||
        (installed[path]?.version === version && installed[path]?.integrity === integrity),
    )
    return isComplete && (isPinnedNode() || hasPinnedNode())
  } catch {
    return false
  }
}

function hashSources() {
  const files = SOURCES.map((source) => join(ROOT, source)).flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  )
  const hash = createHash('sha256')
  for (const file of files.sort())
    if (!NOT_A_SOURCE.test(file) && statSync(file).isFile())
      hash.update(`\0${file.slice(ROOT.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Runs a command unless `isDone()` is true. Only one process runs it at a time. Its output goes to stderr, so that stdout
 * contains only the output of the command that the user entered.
 *
 * @param {() => boolean} isDone
 * @param {string} label
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>} whether the command was run
 */
function ensure(isDone, label, command, args, { start = () => {}, end = () => {} } = {}) {
  if (isDone()) return Promise.resolve(false)
  return withLock(LOCK, async (addHolder) => {
    if (isDone()) return false
    console.error(label)
    start()
    // npm empties node_modules, and must not run on the Node.js there.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((path) => !path.startsWith(join(ROOT, 'node_modules')))
    const env = { ...process.env, NODE_ENV: 'production', PATH: PATH.join(delimiter) }
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] })
    // The child process holds the lock too, in case this process is killed.
    if (child.pid) addHolder(child.pid)
    const stop = () => child.kill()
    process.on('SIGTERM', stop)
    const [code, signal] = await once(child, 'close').catch((error) => [error.message])
    process.off('SIGTERM', stop)
    if (code === 0) end()
    if (code !== 0 || !isDone())
      throw new LaunchError(`Failed (${code ?? signal}): ${[command, ...args].join(' ')}`)
    return true
  })
}

/** The Node.js of the npm package `node`, which npm may install beside the package of Masthead. */
function pinnedNode() {
  const manifest = createRequire(import.meta.url).resolve('node/package.json')
  return { path: join(dirname(manifest), 'bin/node'), version: `v${readJson(manifest).version}` }
}

export const isPinnedNode = () => process.version === pinnedNode().version

/** Whether the pinned Node.js runs on this machine. */
function hasPinnedNode() {
  const { path, version } = pinnedNode()
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() === version
}

/** The package also runs on a newer Node.js, for example if npm skipped the install script of the pinned one. */
function needsPinnedNode() {
  if (isPinnedNode()) return false
  if (IS_CHECKOUT || hasPinnedNode()) return true
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR) return false
  throw new LaunchError(
    `Masthead runs on Node.js ${MIN_NODE_MAJOR} or later; this is ${process.version}. Install a newer Node.js, or allow the install script of the npm package "node" and install Masthead again.`,
  )
}

/** Other versions of Node.js than the pinned one may not support these options of V8. */
const hasMemorySettings = () =>
  !isPinnedNode() || MEMORY_SETTINGS.options.every((option) => process.execArgv.includes(option))

/**
 * Replaces this process by a script on the pinned Node.js, or runs it as a child process where Node.js has no `execve`.
 *
 * @param {string} script path in the project folder
 * @param {string[]} argv
 * @param {{ options?: string[], env?: Record<string, string> }} settings `process.env` takes precedence
 * @returns {Promise<number>} the exit status of the child
 */
export async function runOnPinnedNode(script, argv, settings = {}) {
  const path = isPinnedNode() ? process.execPath : pinnedNode().path
  const options = [...(settings.options ?? []), ...(isPinnedNode() ? process.execArgv : [])]
  const args = [...options, join(ROOT, script), ...argv]
  const PATH = `${dirname(path)}${delimiter}${process.env.PATH ?? ''}`
  const env = { ...settings.env, ...process.env, PATH }
  process.execve?.(path, [path, ...args], env)

  // The child has its own process group, so that it receives each signal once: from this process, not from the terminal.
  const child = spawn(path, args, {
    env: { ...env, MASTHEAD_PARENT: String(process.pid) },
    detached: true,
    stdio: 'inherit',
  })
  // The SIGHUP of a closed terminal must stop the child.
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      if (child.pid) process.kill(-child.pid, signal === 'SIGHUP' && isInTerminal ? 'SIGTERM' : signal)
    })
  const [code, signal] = await once(child, 'exit')
  return code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]
}

/**
 * Sends SIGTERM to this process when the parent that waits for it is gone: the Node.js of {@link runOnPinnedNode}, or
 * npm's shell, to which npm does not forward SIGTERM. Other parents may exit first.
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

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** @param {string} file */
const importFile = (file) => import(pathToFileURL(file).href)
