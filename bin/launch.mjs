import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './install.mjs'
import {
  applyMemorySettings,
  exitWithParent,
  hasPinnedNode,
  isPinnedNode,
  runOnPinnedNode,
} from './node-runtime.mjs'
import { LaunchError } from './run-command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Whether this is a source checkout and not the package from npm, which never contains package-lock.json. */
const isCheckout = existsSync(join(root, 'package-lock.json'))
const MIN_NODE_MAJOR = 24

const USAGE = `Usage: masthead COMMAND

  start [--port PORT] [--host ADDRESS]
                           start the database and serve the site
  fetch-news               fetch the feeds that are due
  feeds list               list the feeds
  feeds add URL [--category CATEGORY]
                           add a feed
  feeds set URL [--title TITLE] [--category CATEGORY] [--publication NAME]
      [--full-text on|off] [--new-articles publish|hold]
                           change a feed
  feeds remove URL         remove a feed and keep its articles
  feeds read FILE|URL… [--url URL] [--full-text]
                           print the articles of feeds as JSON, without storing them
  feeds import FILE        add the feeds of an OPML file
  feeds export             write the feeds as OPML to standard output
  articles publish ID [--minor]
                           publish the saved draft of an article
  articles withdraw ID [--reason TEXT]
                           remove an article from the site
  articles export ID       write an article with its history as JSON
  admin create EMAIL [--name NAME] [--generate]
                           create an administrator
  admin reset EMAIL [--generate] [--remove-two-factor]
                           set a new password and end all sessions
  doctor [--json]          check the installation
  uploads adopt            record that the uploads folder in DATA_DIR belongs to the database
  backup [--to FILE|FOLDER|s3://BUCKET/PREFIX] [--encrypt]
                           write the database and the uploads to one file, even while the site is
                           running
  backup verify FILE       restore a backup into a temporary database and compare it
  restore FILE [--replace]
                           restore a backup into an empty, stopped site
  move --to postgres://…|embedded [--replace]
                           copy the database of the stopped site to another server
  sample load|remove       load or remove the sample edition
  --version                print the version

In a source checkout:
  build                    build the site for "start"
  dev                      serve from source with hot reload

Configuration is read from environment variables (PORT, HOST, SITE_URL, DATA_DIR, DATABASE_URL and others). See docs/configuration.md.`

/** @type {Record<string, (argv: string[]) => Promise<number | undefined>>} */
const COMMANDS = {
  start,
  build,
  dev,
  'fetch-news': runDataCommand,
  articles: runDataCommand,
  feeds: runDataCommand,
  admin: runDataCommand,
  backup: runDataCommand,
  move: runDataCommand,
  restore: runDataCommand,
  sample: runDataCommand,
  uploads: runDataCommand,
  doctor: runDataCommand,
}

/**
 * Runs a command on the pinned Node.js. In a checkout, installs the dependencies first. Sets the exit status: 0 on
 * success, 1 on failure, 2 on a usage error.
 *
 * @param {string[]} argv
 */
export async function launch(argv) {
  ignoreClosedPipes()
  try {
    process.exitCode = await run(argv)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exitCode = error.status
  }
}

/** The reader of a pipe, such as `head`, may end before the command. */
function ignoreClosedPipes() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error
    })
}

/** Options that other commands parse themselves, or pass to Vite. */
const OPTIONS = {
  start: { port: { type: /** @type {const} */ ('string') }, host: { type: /** @type {const} */ ('string') } },
  build: {},
}

/**
 * Options take precedence over the variables of the environment.
 *
 * @param {string[]} argv
 * @throws {LaunchError} for unknown arguments
 */
function applyOptions([name = '', ...args]) {
  if (name !== 'start' && name !== 'build') return
  try {
    const { values } = parseArgs({ args, options: OPTIONS[name], strict: true, allowPositionals: false })
    for (const [option, value] of Object.entries(values)) process.env[option.toUpperCase()] = String(value)
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/\. To specify|\n/)
    throw new LaunchError(`${reason}. See "masthead --help".`.replace('..', '.'), { status: 2 })
  }
}

/** @param {string[]} argv */
async function run(argv) {
  const [name] = argv
  if (name === undefined || argv.includes('--help') || argv.includes('-h') || name === 'help') {
    console.log(USAGE)
    return name === undefined ? 2 : 0
  }
  if (name === '--version') {
    console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new LaunchError(`Unknown command "${name}". See "masthead --help".`, { status: 2 })

  applyOptions(argv)
  exitWithParent()
  if (isCheckout && !cluster.isWorker) await ensureDependencies(root)
  if (needsPinnedNode()) return runOnPinnedNode(root, 'bin/masthead.mjs', argv)
  // Other versions of Node.js may not support these options of V8.
  if (name === 'start' && isPinnedNode(root)) applyMemorySettings()
  process.env.DATA_DIR ||= isCheckout ? join(root, 'data') : resolve('masthead-data')
  return command(argv)
}

/** The package also runs on a newer Node.js, for example if npm skipped the install script of the pinned one. */
function needsPinnedNode() {
  if (isPinnedNode(root)) return false
  if (isCheckout || hasPinnedNode(root)) return true
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR) return false
  throw new LaunchError(
    `Masthead runs on Node.js ${MIN_NODE_MAJOR} or later; this is ${process.version}. Install a newer Node.js, or allow the install script of the npm package "node" and install Masthead again.`,
  )
}

async function start() {
  if (isCheckout && !cluster.isWorker) await ensureBuild(root)
  process.env.NODE_ENV = 'production'
  const { boot } = await importBuilt('server.js')
  await boot()
}

async function build() {
  requireCheckout('build')
  if (!(await ensureBuild(root))) console.log('The build is up to date.')
}

/** @param {string[]} argv */
async function dev(argv) {
  requireCheckout('dev')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  process.chdir(root)
  process.argv = [process.execPath, vite, ...argv]
  await import(pathToFileURL(vite).href)
}

/** Runs a command on the site's data: from source in a checkout, so that it needs no build. @param {string[]} argv */
async function runDataCommand(argv) {
  process.env.NODE_ENV = 'production'
  const { run } = isCheckout ? await import('../src/app/cli/cli.ts') : await importBuilt('cli.js')
  return run(argv)
}

/** @param {string} name */
const importBuilt = (name) => import(pathToFileURL(join(root, 'dist/server', name)).href)

/** @param {string} command */
function requireCheckout(command) {
  if (!isCheckout) throw new LaunchError(`"masthead ${command}" needs a source checkout.`)
}
