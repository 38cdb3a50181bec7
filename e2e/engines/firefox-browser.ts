import puppeteer, { type BrowserContext, type ElementHandle, type KeyInput, type Page } from 'puppeteer-core'
import { type EngineBrowser, type EngineDriver, WINDOW } from './engine-browser.ts'

/** Starts Firefox, driven over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineBrowser> {
  const running = await puppeteer.launch({ browser: 'firefox', executablePath, protocol: 'webDriverBiDi' })
  return {
    async open() {
      const context = await running.createBrowserContext()
      // Firefox does not draw tabs in the background.
      const page = await context.newPage({ type: 'window' })
      await page.setViewport(WINDOW)
      return driverOf(context, page)
    },
    [Symbol.asyncDispose]: () => running.close(),
  }
}

function driverOf(context: BrowserContext, page: Page): EngineDriver {
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    url: async () => page.url(),
    evaluate: (run, ...args) => page.evaluate(run as (...args: unknown[]) => never, ...args),
    addScript: async (source) => void (await page.evaluate(source)),
    async clickTarget() {
      const target = (await page.evaluateHandle('window.target')) as ElementHandle<HTMLElement>
      await target.click()
    },
    type: (text) => page.keyboard.type(text),
    async press(key: KeyInput, modifier?: KeyInput) {
      if (modifier) await page.keyboard.down(modifier)
      await page.keyboard.press(key)
      if (modifier) await page.keyboard.up(modifier)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  }
}
