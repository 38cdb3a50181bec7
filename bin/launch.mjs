import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './install.mjs'
import { LaunchError } from './launch-error.mjs'
import { endWithParent, handOver, isPinnedNode } from './pinned-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const USAGE = `Usage: masthead <command>

  start                       install, build, start the database and serve
  fetch-news                  fetch the feeds that are due
  feeds list                  list the feeds
  feeds add <url>             add a feed (--category <category>)
  feeds remove <url>          remove a feed; its articles stay
  feeds import <file>         add the feeds of an OPML file
  feeds export                write the feeds as OPML
  admin create <email>        make an administrator (--name <name>, --generate)
  admin reset <email>         set another password and end the sessions
                              (--generate, --remove-two-factor)
  sample load|remove          add or remove the sample edition
  build                       build what "start" serves
  dev                         serve from the source, for developers

Settings come from the environment: PORT, HOST, SITE_URL, DATA_DIR, DATABASE_URL and more; see README.md.`

/** @type {Record<string, (argv: string[]) => Promise<number | undefined>>} */
const COMMANDS = { start, build, dev, 'fetch-news': work, feeds: work, admin: work, sample: work }

/**
 * Runs the command that the words after `masthead` name, on the pinned Node.js and with everything installed, and
 * sets the exit status: 0, 1 for trouble, 2 for words that are off.
 *
 * @param {string[]} argv
 */
export async function launch(argv) {
  try {
    process.exitCode = await run(argv)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exitCode = error.status
  }
}

/** @param {string[]} argv */
async function run(argv) {
  const [name] = argv
  if (name === undefined || argv.includes('--help') || argv.includes('-h') || name === 'help') {
    console.log(USAGE)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new LaunchError(`There is no command "${name}"; see "masthead --help".`, { status: 2 })

  endWithParent()
  await ensureDependencies(root)
  if (!isPinnedNode(root)) return handOver(root, 'bin/masthead.mjs', argv)
  process.env.DATA_DIR ||= join(root, 'data')
  return command(argv)
}

async function start() {
  await ensureBuild(root)
  process.env.NODE_ENV = 'production'
  const { boot } = await import(pathToFileURL(join(root, 'dist/server/server.js')).href)
  await boot()
}

async function build() {
  if (!(await ensureBuild(root))) console.log('The build is up to date.')
}

/** @param {string[]} argv */
async function dev(argv) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  process.chdir(root)
  process.argv = [process.execPath, vite, ...argv]
  await import(pathToFileURL(vite).href)
}

/** Runs a command on the paper's data, straight from its source. @param {string[]} argv */
async function work(argv) {
  process.env.NODE_ENV = 'production'
  const { run } = await import('../src/app/cli/cli.ts')
  return run(argv)
}
