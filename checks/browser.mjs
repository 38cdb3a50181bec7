import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LaunchError } from '../bin/run-command.mjs'

/** The headless shell first: tests take a fifth less time with it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const PACKAGES = ['chromium-headless-shell', 'chromium']
const MACOS_CHROME_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
/** Switches for tests and benchmarks: Chromium does nothing on its own. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))

/**
 * The parts of a machine that the search needs.
 *
 * @typedef {object} Machine
 * @property {string | undefined} chromePath CHROME_PATH
 * @property {boolean} isRoot
 * @property {() => string[]} system paths of the system's browsers
 * @property {() => Promise<string>} playwrights path of Playwright's own browser, installed or not
 * @property {(command: string, ...args: string[]) => Promise<boolean>} run whether the command succeeds
 */

/** @type {Machine} */
const CURRENT_MACHINE = {
  chromePath: process.env.CHROME_PATH,
  isRoot: process.getuid?.() === 0,
  system: () => {
    const folders = (process.env.PATH ?? '').split(delimiter)
    return [
      ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
      MACOS_CHROME_PATH,
    ].filter(existsSync)
  },
  playwrights: async () => (await import('@playwright/test')).chromium.executablePath(),
  run: async (command, ...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return promisify(execFile)(command, args, { env, maxBuffer: 64 * 1024 * 1024 }).then(
      () => true,
      () => false,
    )
  },
}

/**
 * Returns the path of a working Chromium: CHROME_PATH, the system's, Playwright's own, or else one that it installs,
 * with apt-get as root on Debian, otherwise with Playwright.
 *
 * @param {Machine} machine
 * @returns {Promise<string>}
 */
export async function findOrInstallBrowser(machine = CURRENT_MACHINE) {
  const { chromePath, isRoot, run } = machine
  if (chromePath) {
    if (await run(chromePath, '--version')) return chromePath
    throw new LaunchError(`CHROME_PATH is ${chromePath}, which is not a working browser.`)
  }
  const found = await findBrowser(machine)
  if (found) return found

  console.log('No working browser was found. Installing one; to use your own, set CHROME_PATH.')
  if (isRoot && (await announce(machine, 'apt-get', 'update'))) {
    for (const name of PACKAGES) {
      await announce(machine, 'apt-get', 'install', '--yes', '--no-install-recommends', name)
      const installed = await findBrowser(machine)
      if (installed) return installed
    }
  }
  await announce(machine, process.execPath, PLAYWRIGHT, 'install', 'chromium')
  const installed = await findBrowser(machine)
  if (installed) return installed
  throw new LaunchError(
    'No browser could be installed. Install Chromium or Chrome, or set CHROME_PATH to the path of one.',
  )
}

/**
 * Prints a command before it changes the machine, and runs it.
 *
 * @param {Machine} machine
 * @param {string} command
 * @param {string[]} args
 */
async function announce({ isRoot, run }, command, ...args) {
  console.log(`Running${isRoot ? ' as root' : ''}: ${[command, ...args].join(' ')}`)
  return run(command, ...args)
}

/** @param {Machine} machine */
async function findBrowser({ system, playwrights, run }) {
  for (const path of [...system(), await playwrights()]) {
    if (await run(path, '--version')) return path
  }
  return undefined
}
