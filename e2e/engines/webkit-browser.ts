import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { type EngineBrowser, type EngineDriver, WINDOW } from './engine-browser.ts'

const STATUS_INTERVAL_MS = 50

const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE, End: Key.END }

/** Starts WebKitGTK's browser on a virtual screen, driven over WebDriver, one process for each window. */
export async function startWebKitBrowser(driverPath: string, browserPath: string): Promise<EngineBrowser> {
  const processes: ChildProcess[] = []
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  processes.push(screen)
  const [display] = await once(createInterface({ input: screen.stdout }), 'line')
  return {
    async open() {
      const port = await findFreePort()
      const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
        env: { ...process.env, DISPLAY: `:${display}` },
        stdio: 'ignore',
      })
      processes.push(driver)
      const address = `http://127.0.0.1:${port}`
      while (!(await isReady(address))) await delay(STATUS_INTERVAL_MS)
      const capabilities = new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
      })
      const session = await new Builder().usingServer(address).withCapabilities(capabilities).build()
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...WINDOW })
      return driverOf(session)
    },
    async [Symbol.asyncDispose]() {
      for (const running of processes.reverse()) running.kill()
    },
  }
}

function driverOf(session: WebDriver): EngineDriver {
  return {
    goto: (url) => session.get(url),
    url: () => session.getCurrentUrl(),
    async evaluate(run, ...args) {
      const outcome = await session.executeAsyncScript<{ result: never } | { error: string }>(
        `const done = arguments[arguments.length - 1]
         Promise.resolve().then(() => (${run})(...[...arguments].slice(0, -1))).then(
           (result) => done({ result }),
           (error) => done({ error: String(error) }),
         )`,
        ...args,
      )
      if ('error' in outcome) throw new Error(outcome.error)
      return outcome.result
    },
    addScript: (source) => session.executeScript(source),
    clickTarget: async () => (await session.executeScript<WebElement>('return window.target')).click(),
    type: (text) => session.actions().sendKeys(text).perform(),
    async press(key, modifier) {
      const actions = session.actions()
      if (modifier) actions.keyDown(Key.CONTROL)
      actions.sendKeys(KEYS[key])
      if (modifier) actions.keyUp(Key.CONTROL)
      await actions.perform()
    },
    resize: async (width, height) => void (await session.manage().window().setRect({ width, height })),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/status`)).ok
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
