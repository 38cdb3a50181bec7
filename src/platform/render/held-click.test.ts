import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { releaseHeldClick, repeatHeldClick } from './held-click.ts'

const page = new Window()
afterEach(() => {
  vi.unstubAllGlobals()
  page.document.body.innerHTML = ''
})

/** A button with a held click, and its later clicks. */
function holdClick(html: string) {
  page.document.body.innerHTML = html
  const button = page.document.querySelector('button') as unknown as HTMLButtonElement
  button.dataset.held = 'true'
  const clicked = vi.fn((event: Event) => event.preventDefault())
  button.addEventListener('click', clicked)
  return { button, clicked }
}

test('a click that only the client can handle remains held until hydration, however late it is', async () => {
  const { button, clicked } = holdClick('<button type="button">Sign Out</button>')
  await releaseHeldClick(button)
  expect(button.dataset.held).toBe('true')
  expect(clicked).not.toHaveBeenCalled()
  repeatHeldClick(button)
  await Promise.resolve()
  expect(clicked).toHaveBeenCalledOnce()
  expect(button.dataset.held).toBeUndefined()
})

test('the browser handles a held click on a form without the client', async () => {
  const { button, clicked } = holdClick('<form action="#sections"><button>Sections</button></form>')
  await releaseHeldClick(button)
  expect(clicked).toHaveBeenCalledOnce()
  expect(button.dataset.held).toBe('')
})

test('a form is not sent to a server that cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { button, clicked } = holdClick(
    '<form method="post" action="/newsletter"><button>Subscribe</button></form>',
  )
  await releaseHeldClick(button)
  expect(clicked).not.toHaveBeenCalled()
  expect(button.dataset.held).toBe('failed')
})
