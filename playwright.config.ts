import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findEngines } from './checks/browser.mjs'
import type { EngineName } from './e2e/engines/engine-test.ts'
import { READER_USER_AGENT } from './e2e/fixtures/reader-user-agent.ts'
import { findMemoryFolder } from './src/platform/testing/memory-folder.ts'

const memoryFolder = findMemoryFolder()
if (memoryFolder) process.env.TMPDIR ??= memoryFolder

const CHROMIUM_FLAGS = [
  ...BROWSER_FLAGS,
  // Most pages of tests live for a second: optimising their scripts takes longer than it saves.
  '--js-flags=--no-turbofan,--no-maglev',
  // The default of browsers with windows.
  '--site-per-process',
  // Beacons sent on unload carry this user agent, not an emulated one.
  `--user-agent=${READER_USER_AGENT}`,
  // Chromium loads two internal pages for the address bar of each window, and each test opens a window. This switch
  // replaces Playwright's, so it repeats the relevant features of its list (chromiumSwitches.ts).
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ]}`,
]

/** Their server trusts a proxy, so they need workers of their own. */
const PROXIED = ['newsletter.spec.ts', 'unsubscribe.spec.ts']

/** Journeys, which run in each installed engine besides Chromium. All other tests run in Chromium. */
const ENGINES = 'engines/*.spec.ts'
const { firefox, webkit } = findEngines()

/** The tests in a real browser, of the built product: `npm run build` first. */
export default defineConfig<{ engine: EngineName }>({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/global-setup.ts',
  // One more than a small machine has cores: tests spend a quarter of their time waiting.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a busy machine.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  // Projects with few tests come first: Playwright replaces a worker when the project changes. The project with the most tests
  // comes last, so that all workers are busy to the end.
  projects: [
    ...(firefox
      ? [{ name: 'firefox', testMatch: ENGINES, workers: 1, use: { engine: 'firefox' as const } }]
      : []),
    ...(webkit
      ? [{ name: 'webkit', testMatch: ENGINES, workers: 1, use: { engine: 'webkit' as const } }]
      : []),
    { name: 'proxied', testMatch: PROXIED, workers: 1 },
    { name: 'direct', testIgnore: [...PROXIED, ENGINES] },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // Allowed in tests of offline reading only.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
})
