import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusOrReplace, keepFocus } from './keep-focus.ts'

let page: Window
let stop: () => void
beforeEach(() => {
  page = new Window()
  const { document, HTMLElement, Element, MutationObserver } = page
  for (const [name, value] of Object.entries({ document, HTMLElement, Element, MutationObserver }))
    vi.stubGlobal(name, value)
  stop = keepFocus(document as unknown as Document)
})
afterEach(async () => {
  stop()
  vi.unstubAllGlobals()
  await page.happyDOM.close()
})

function show(html: string) {
  document.body.innerHTML = `<main><h1>Inbox</h1>${html}</main>`
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`There is no ${id}`)
  return element
}

/** Removes the focused element, and waits for the observer. */
async function remove(id: string): Promise<string | undefined> {
  find(id).remove()
  await page.happyDOM.waitUntilComplete()
  return document.activeElement?.textContent ?? undefined
}

const LIST = `<ul>
  <li id="one"><button id="one-button">One</button></li>
  <li id="two"><button id="two-button">Two</button></li>
  <li id="three"><button id="three-button">Three</button></li>
</ul>`

it.each([
  ['one', 'Two'],
  ['three', 'Two'],
])('moves from the removed item “%s” to the next, or last, one', async (id, text) => {
  show(LIST)
  find(`${id}-button`).focus()
  expect(await remove(id)).toBe(text)
})

it('moves from a removed button to the heading of the screen', async () => {
  show('<button id="approve">Approve</button>')
  find('approve').focus()
  expect(await remove('approve')).toBe('Inbox')
})

it('moves to the place where the screen goes on', async () => {
  show('<button id="approve">Approve</button><p data-focus-home tabindex="-1">Text</p>')
  find('approve').focus()
  expect(await remove('approve')).toBe('Text')
})

it('leaves a focus that the person has moved', async () => {
  show('<button id="one">One</button><button id="two">Two</button>')
  find('one').focus()
  find('two').focus()
  expect(await remove('one')).toBe('Two')
})

it('returns the focus of a dialog to what opened it, or to what took its place', async () => {
  show(LIST)
  const opener = find('two-button')
  opener.focus()
  opener.blur()
  focusOrReplace(opener)
  expect(document.activeElement?.textContent).toBe('Two')
  opener.blur()
  find('two').remove()
  focusOrReplace(opener)
  expect(document.activeElement?.textContent).toBe('Three')
})
