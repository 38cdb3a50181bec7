import { expect, it } from 'vitest'
import { keyboardHeight } from './useKeyboardHeight.ts'

it.each([
  ['without a keyboard', { height: 667, offsetTop: 0, scale: 1 }, 0],
  ['with a keyboard', { height: 400, offsetTop: 0, scale: 1 }, 267],
  ['with a keyboard, scrolled', { height: 400, offsetTop: 40, scale: 1 }, 227],
  ['with the bars of the browser', { height: 611, offsetTop: 0, scale: 1 }, 0],
  ['zoomed in', { height: 300, offsetTop: 0, scale: 2.2 }, 0],
])('measures the on-screen keyboard %s', (_, viewport, height) => {
  expect(keyboardHeight(viewport, 667)).toBe(height)
})
