import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineDriver } from './engine-browser.ts'

const TIMEOUT_MS = 20_000
/** Finding an element by its role takes the browser up to 100 ms. */
const INTERVAL_MS = 200

/** Finds elements by role and accessible name in every engine. */
const library = readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** An ARIA role, or the label of a field or the summary of details, which have none in some engines. */
type Kind = 'label' | 'summary' | (string & {})
type Name = string | RegExp

export type EngineWindow = ReturnType<typeof openEngineWindow>

/** A window in which a person looks for elements by role and name, and waits for them. */
export function openEngineWindow(driver: EngineDriver, origin: string) {
  async function count(kind: Kind, name?: Name): Promise<number> {
    const [text, pattern] = name instanceof RegExp ? ['', name.source] : [name ?? '', '']
    const found = await driver.evaluate(findFirst, kind, text, pattern)
    if (found !== null) return found
    await driver.addScript(await library)
    return (await driver.evaluate(findFirst, kind, text, pattern)) ?? 0
  }

  const see = (kind: Kind, name?: Name) =>
    until(`a ${kind} ${name ?? ''}`, async () => (await count(kind, name)) > 0)

  async function click(kind: Kind, name?: Name): Promise<void> {
    await see(kind, name)
    // A menu moves while it opens.
    await until(`a ${kind} ${name ?? ''} that does not move`, () => driver.evaluate(isTargetStill))
    await driver.clickTarget()
  }

  return {
    ...driver,
    open: (path: string) => driver.goto(origin + path),
    see,
    gone: (kind: Kind, name?: Name) =>
      until(`no ${kind} ${name ?? ''}`, async () => (await count(kind, name)) === 0),
    click,
    /** Types into an empty field. */
    async fill(label: Name, text: string): Promise<void> {
      await click('label', label)
      await driver.type(text)
    },
    /** Waits until the page contains a text. */
    read: (text: string) =>
      until(`the text “${text}”`, () =>
        // biome-ignore lint/performance/useDomNodeTextContent: people do not read hidden text
        driver.evaluate((text) => document.body.innerText.includes(text), text),
      ),
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

/**
 * Names the first visible element in the page `target`, for the driver.
 *
 * @returns how many there are, or null if the page lacks the library
 */
function findFirst(kind: Kind, text: string, pattern: string): number | null {
  type Query = (root: Element, kind: string | RegExp, options?: object) => HTMLElement[]
  const { TestingLibraryDom: dom } = globalThis as unknown as {
    TestingLibraryDom?: { queryAllByRole: Query; queryAllByLabelText: Query }
  }
  if (!dom) return null
  const name = pattern ? new RegExp(pattern) : text
  let found: HTMLElement[]
  if (kind === 'label')
    found = dom.queryAllByLabelText(document.body, name).filter((field) => field.checkVisibility())
  else if (kind === 'summary')
    found = [...document.querySelectorAll('summary')].filter(({ textContent }) => textContent === name)
  else found = dom.queryAllByRole(document.body, kind, name ? { name } : {})
  Object.assign(window, { target: found[0] })
  return found.length
}

/** Whether the element in `window.target` has the same place some frames later. Covered windows draw none. */
async function isTargetStill(): Promise<boolean> {
  const { target } = window as unknown as { target: Element }
  const before = target.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { x, y, width, height } = target.getBoundingClientRect()
  return x === before.x && y === before.y && width === before.width && height === before.height
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
