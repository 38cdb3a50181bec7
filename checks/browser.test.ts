import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findOrInstallBrowser, installEngines } from './browser.mjs'

let folder: string
const at = (name: string) => join(folder, name)
const program = (name: string, script = 'exit 0') => {
  writeFileSync(at(name), `#!/bin/sh\n${script}\n`)
  chmodSync(at(name), 0o755)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-browser-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROME_PATH', '')
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Emulates apt-get: logs its arguments, and installs the last package if it is `available`. */
const aptGet = (available: string) =>
  program(
    'apt-get',
    `echo "$@" >> ${at('log')}
     for last; do :; done
     [ "$1" = update ] || [ "$last" = ${available} ] || exit 100
     [ "$1" = update ] || { echo '#!/bin/sh' > ${at('$last')}; /bin/chmod 755 ${at('$last')}; }`,
  )

it('uses the first browser of the system that works', async () => {
  program('chromium-browser', 'exit 1')
  program('google-chrome')
  expect(await findOrInstallBrowser()).toBe(at('google-chrome'))
  program('chromium-headless-shell')
  expect(await findOrInstallBrowser()).toBe(at('chromium-headless-shell'))
})

it('installs Chromium where there is no headless shell, and prints each command', async () => {
  aptGet('chromium')
  program('chromium-browser', 'exit 1')
  // Otherwise, Playwright's own browser may be found.
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', at('playwright'))
  expect(await findOrInstallBrowser()).toBe(at('chromium'))
  expect(readFileSync(at('log'), 'utf8')).toContain('install --yes --no-install-recommends chromium\n')
  expect(console.log).toHaveBeenCalledWith('Running: apt-get install --yes --no-install-recommends chromium')
})

it('installs missing engines as root only, and says what is missing', async () => {
  aptGet('xvfb')
  await installEngines()
  expect(readFileSync(at('log'), 'utf8')).toContain('firefox-esr webkit2gtk-driver xvfb')
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  await installEngines()
  expect(console.log).toHaveBeenLastCalledWith(
    'Not installed: firefox-esr, webkit2gtk-driver, xvfb. Journeys are not tested in these engines.',
  )
})

it('rejects a CHROME_PATH without a browser', async () => {
  vi.stubEnv('CHROME_PATH', '/opt/gone')
  await expect(findOrInstallBrowser()).rejects.toThrow(
    'CHROME_PATH is /opt/gone, which is not a working browser.',
  )
})
