import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineDriver } from './engine-browser.ts'

const TIMEOUT_MS = 20_000
const INTERVAL_MS = 50

/** Finds elements by role and accessible name in every engine. */
const library = readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

type Name = string | RegExp

export type EngineWindow = ReturnType<typeof openEngineWindow>

/** A window in which a person looks for elements by role and name, and waits for them. */
export function openEngineWindow(driver: EngineDriver, origin: string) {
  /** Marks the first visible element. @returns how many there are, or undefined without the library */
  const mark = (role: string, name: Name | undefined) =>
    driver.evaluate(
      (role, text, source) => {
        const { TestingLibraryDom: dom } = globalThis as unknown as {
          TestingLibraryDom?: { queryAllByRole(root: Element, role: string, options: object): Element[] }
        }
        if (!dom) return null
        for (const element of document.querySelectorAll('[data-target]')) element.removeAttribute('data-target')
        const found = dom.queryAllByRole(document.body, role, {
          ...(text && { name: text }),
          ...(source && { name: new RegExp(source) }),
        })
        found[0]?.setAttribute('data-target', '')
        return found.length
      },
      role,
      typeof name === 'string' ? name : '',
      name instanceof RegExp ? name.source : '',
    )

  async function count(role: string, name?: Name): Promise<number> {
    const found = await mark(role, name)
    if (found !== null) return found
    await driver.addScript(await library)
    return (await mark(role, name)) ?? 0
  }

  async function see(role: string, name?: Name): Promise<void> {
    await until(`a ${role} ${name ?? ''}`, async () => (await count(role, name)) > 0)
  }

  async function click(role: string, name?: Name): Promise<void> {
    await see(role, name)
    await driver.clickTarget()
  }

  return {
    ...driver,
    open: (path: string) => driver.goto(origin + path),
    see,
    gone: (role: string, name?: Name) =>
      until(`no ${role} ${name ?? ''}`, async () => (await count(role, name)) === 0),
    click,
    /** Types into a field that is empty. */
    async fill(role: string, name: Name, text: string): Promise<void> {
      await click(role, name)
      await driver.type(text)
    },
    /** Waits until the page contains a text. */
    read: (text: string) =>
      until(`the text “${text}”`, () => driver.evaluate((text) => document.body.innerText.includes(text), text)),
    /** Waits until React handles the events of the page. */
    hydrated: () =>
      until('a hydrated page', () =>
        driver.evaluate(() =>
          Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
        ),
      ),
    until,
  }
}

/** Repeats `isMet` until it is true. Navigation may interrupt it. */
async function until(condition: string, isMet: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  let failure: unknown
  while (Date.now() < deadline) {
    try {
      if (await isMet()) return
      failure = undefined
    } catch (error) {
      failure = error
    }
    await delay(INTERVAL_MS)
  }
  throw new Error(`Waited ${TIMEOUT_MS} ms in vain for ${condition}`, { cause: failure })
}
