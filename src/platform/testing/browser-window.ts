import { Window } from 'happy-dom'
import { afterAll, beforeAll, vi } from 'vitest'

/** Provides the globals of a browser with which Tiptap reads HTML and shows an editor, to the tests of a file. */
export function provideBrowserWindow(): void {
  const browser = new Window()
  beforeAll(() => {
    const { document, navigator, HTMLElement, MutationObserver, Event, KeyboardEvent, Node } = browser
    const globals = { document, navigator, HTMLElement, MutationObserver, Event, KeyboardEvent, Node }
    for (const [name, value] of Object.entries({ window: browser, ...globals })) vi.stubGlobal(name, value)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await browser.happyDOM.close()
  })
}
