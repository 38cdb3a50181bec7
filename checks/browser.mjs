import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findPrograms, installPackages, run } from './install-packages.mjs'

/** The headless shell first: tests take a fifth less time with it. */
const CHROMIUM = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const MACOS_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
const WEBKIT_BROWSERS = ['6.0', '4.1', '4.0'].map((version) => `${LIBRARY}/webkit2gtk-${version}/MiniBrowser`)
const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))

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

/**
 * Returns the path of a working Chromium: CHROME_PATH, the system's, Playwright's own, or else one that it installs, as
 * root on Debian with apt-get, otherwise with Playwright.
 *
 * @returns {Promise<string>}
 */
export async function findOrInstallBrowser() {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !isWorking(CHROME_PATH))
    throw new Error(`CHROME_PATH is ${CHROME_PATH}, which is not a working browser.`)
  const { chromium } = await import('@playwright/test')
  const find = () =>
    CHROME_PATH ||
    [...findPrograms(CHROMIUM), MACOS_CHROME, chromium.executablePath()].find((path) => isWorking(path))
  const browser =
    find() ||
    ((await installPackages(['chromium-headless-shell'])) && find()) ||
    ((await installPackages(['chromium'])) && find()) ||
    ((await run(process.execPath, PLAYWRIGHT, 'install', 'chromium')) && find())
  if (!browser)
    throw new Error('No browser could be installed. Install Chromium, or set CHROME_PATH to the path of one.')
  return browser
}

/**
 * Finds the engines besides Chromium in which journeys are tested.
 *
 * @returns {{ firefox?: string, webkit?: { driver: string, browser: string } }} paths of the installed ones
 */
export function findEngines() {
  const [firefox] = findPrograms(['firefox-esr', 'firefox'])
  const [driver] = findPrograms(['WebKitWebDriver'])
  const browser = WEBKIT_BROWSERS.find((path) => existsSync(path))
  return { firefox, ...(driver && browser && findPrograms(['Xvfb'])[0] && { webkit: { driver, browser } }) }
}

/** Installs missing engines as root on Debian. Otherwise, prints which ones are missing; Playwright then omits their journeys. */
export async function installEngines() {
  const { firefox, webkit } = findEngines()
  const packages = [...(firefox ? [] : ['firefox-esr']), ...(webkit ? [] : ['webkit2gtk-driver', 'xvfb'])]
  if (packages.length > 0 && !(await installPackages(packages)))
    console.log(`Not installed: ${packages.join(', ')}. Journeys are not tested in these engines.`)
}

/** Some distributions install a script that only names another package. @param {string} path */
const isWorking = (path) => spawnSync(path, ['--version']).status === 0
