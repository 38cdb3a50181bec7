import { findEngines } from '../../checks/browser.mjs'
import { test as base, expect } from '../fixtures/test.ts'
import type { EngineBrowser } from './engine-browser.ts'
import { type EngineWindow, openEngineWindow } from './engine-window.ts'
import { startFirefox } from './firefox-browser.ts'
import { openSiteConnection, type SiteConnection } from './site-connection.ts'
import { startWebKitBrowser } from './webkit-browser.ts'

export type EngineName = 'firefox' | 'webkit'

type WorkerFixtures = { engine: EngineName; engineBrowser: EngineBrowser }
type TestFixtures = {
  connection: SiteConnection
  /** Opens a window of one more person. */
  openWindow: () => Promise<EngineWindow>
  window: EngineWindow
}

/** Journeys in the engines besides Chromium, in windows that are driven the same way. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],

  engineBrowser: [
    async ({ engine }, use) => {
      await using browser = await startEngine(engine)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  connection: async ({ site }, use) => {
    await using connection = await openSiteConnection(site.url)
    await use(connection)
  },

  openWindow: async ({ engineBrowser, connection }, use, testInfo) => {
    const windows: EngineWindow[] = []
    await use(async () => {
      const window = openEngineWindow(await engineBrowser.open(), connection.url)
      windows.push(window)
      return window
    })
    for (const window of windows) {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('window', { body: await window.screenshot(), contentType: 'image/png' })
      await window.close()
    }
  },

  window: async ({ openWindow }, use) => use(await openWindow()),
})

/** @throws if the engine is not installed */
async function startEngine(engine: EngineName): Promise<EngineBrowser> {
  const { firefox, webkit } = findEngines()
  if (engine === 'firefox' && firefox) return startFirefox(firefox)
  if (engine === 'webkit' && webkit) return startWebKitBrowser(webkit.driver, webkit.browser)
  throw new Error(`${engine} is not installed`)
}

export { expect }
