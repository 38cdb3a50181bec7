import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from './checks/browser.mjs'
import { findMemoryFolder } from './src/platform/testing/memory-folder.ts'

const memoryFolder = findMemoryFolder()
if (memoryFolder) process.env.TMPDIR ??= memoryFolder

const CHROMIUM_FLAGS = [
  ...BROWSER_FLAGS,
  // The default of browsers with windows.
  '--site-per-process',
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

/** The tests in a real browser, of the built product: `npm run build` first. */
export default defineConfig({
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
  use: {
    viewport: { width: 1280, height: 800 },
    // Allowed in tests of offline reading only.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
})
