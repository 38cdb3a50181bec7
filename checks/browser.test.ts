import { describe, expect, it, vi } from 'vitest'
import { findOrInstallBrowser } from './browser.mjs'

const APT = '/usr/bin/chromium'
const HEADLESS = '/usr/bin/chromium-headless-shell'
const OWN = '/home/reader/.cache/ms-playwright/chromium'

/** Emulates a machine: programs of `works` run, and installers of `installs` install the named program. */
function machine({
  works = [] as string[],
  installs = {} as Record<string, string>,
  isRoot = true,
  chromePath = '',
}) {
  const browsers = new Set(works)
  const ran: string[] = []
  return {
    ran,
    chromePath,
    isRoot,
    system: () => [HEADLESS, APT],
    playwrights: async () => OWN,
    run: async (command: string, ...args: string[]) => {
      if (args[0] === '--version') return browsers.has(command)
      const installer = command === 'apt-get' ? 'apt-get' : 'playwright'
      const words = args.filter((arg) => /^(update|install|chromium.*)$/.test(arg))
      ran.push([installer, ...words].join(' '))
      const installed = installs[installer]
      if (installed?.endsWith(`/${words.at(-1)}`)) browsers.add(installed)
      return installer in installs
    },
  }
}

describe('the browser for the tests', () => {
  it.each([
    [
      'the one in CHROME_PATH',
      { chromePath: '/opt/chrome', works: ['/opt/chrome', APT, OWN] },
      '/opt/chrome',
    ],
    ['the one of the system', { works: [APT, OWN] }, APT],
    ['the headless one before the full one', { works: [APT, HEADLESS] }, HEADLESS],
    ['the one of Playwright when the one of the system does not run', { works: [OWN] }, OWN],
  ])('is %s', async (_, given, path) => {
    const here = machine(given)
    expect(await findOrInstallBrowser(here)).toBe(path)
    expect(here.ran).toEqual([])
  })

  it.each([
    [
      'apt-get on Debian',
      { installs: { 'apt-get': HEADLESS } },
      HEADLESS,
      ['apt-get update', 'apt-get install chromium-headless-shell'],
    ],
    [
      'apt-get when it has no headless browser',
      { installs: { 'apt-get': APT } },
      APT,
      ['apt-get update', 'apt-get install chromium-headless-shell', 'apt-get install chromium'],
    ],
    [
      'Playwright without apt-get',
      { installs: { playwright: OWN } },
      OWN,
      ['apt-get update', 'playwright install chromium'],
    ],
    [
      'Playwright when the packages of apt-get do not run',
      { installs: { 'apt-get': '', playwright: OWN } },
      OWN,
      [
        'apt-get update',
        'apt-get install chromium-headless-shell',
        'apt-get install chromium',
        'playwright install chromium',
      ],
    ],
    [
      'Playwright for an ordinary user',
      { isRoot: false, installs: { playwright: OWN } },
      OWN,
      ['playwright install chromium'],
    ],
  ])('is installed by %s', async (_, given, path, ran) => {
    const here = machine(given)
    expect(await findOrInstallBrowser(here)).toBe(path)
    expect(here.ran).toEqual(ran)
  })

  it('is installed only after the command is printed', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue()
    const here = machine({ installs: { 'apt-get': HEADLESS } })
    let printedFirst: string[] = []
    const { run } = here
    here.run = async (command, ...args) => {
      if (args[0] === 'install') printedFirst = printed.mock.calls.map(([line]) => line)
      return run(command, ...args)
    }
    await findOrInstallBrowser(here)
    expect(printedFirst).toEqual([
      expect.stringContaining('No working browser was found'),
      'Running as root: apt-get update',
      'Running as root: apt-get install --yes --no-install-recommends chromium-headless-shell',
    ])
  })

  it('is an error when CHROME_PATH is wrong', async () => {
    const here = machine({ chromePath: '/opt/gone', works: [APT] })
    await expect(findOrInstallBrowser(here)).rejects.toThrow(
      'CHROME_PATH is /opt/gone, which is not a working browser.',
    )
  })

  it('is an error when it can be neither found nor installed', async () => {
    await expect(findOrInstallBrowser(machine({}))).rejects.toThrow('No browser could be installed')
  })
})
