import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's packages. */
const PACKAGES = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] }
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
const WEBKIT_BROWSERS = ['6.0', '4.1', '4.0'].map((version) => `${LIBRARY}/webkit2gtk-${version}/MiniBrowser`)

/**
 * Finds the engines besides Chromium in which journeys are tested.
 *
 * @returns {{ firefox?: string, webkit?: { driver: string, browser: string } }} paths of the installed ones
 */
export function findEngines() {
  const driver = findProgram('WebKitWebDriver')
  const browser = WEBKIT_BROWSERS.find((path) => existsSync(path))
  return {
    firefox: findProgram('firefox-esr') ?? findProgram('firefox'),
    ...(driver && browser && findProgram('Xvfb') && { webkit: { driver, browser } }),
  }
}

/** Installs missing engines as root on Debian. Elsewhere, their tests are skipped. */
export function installEngines() {
  const found = findEngines()
  const packages = [...(found.firefox ? [] : PACKAGES.firefox), ...(found.webkit ? [] : PACKAGES.webkit)]
  if (packages.length === 0 || process.getuid?.() !== 0 || !findProgram('apt-get')) return
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    console.log(`Running as root: apt-get ${args.join(' ')}`)
    try {
      execFileSync('apt-get', args, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'ignore',
      })
    } catch {
      return console.log('The engines could not be installed. Their tests are skipped.')
    }
  }
}

/** @param {string} name */
function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
