import { Window } from 'happy-dom'
import { afterAll, beforeAll, vi } from 'vitest'

/** Provides the global `window`, with which Tiptap reads HTML, to the tests of a file. */
export function provideBrowserWindow(): void {
  const browser = new Window()
  beforeAll(() => {
    vi.stubGlobal('window', browser)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await browser.happyDOM.close()
  })
}
