import { expect, test } from 'vitest'
import { shareSeen } from './share-seen.ts'

/** A text that stands at `from` on its page, in a window of 800 px. */
const seen = (from: number, height: number, scrolled: number) =>
  shareSeen({ top: from - scrolled, bottom: from + height - scrolled, scrolled, windowHeight: 800 })

test.each([
  { text: 'below the window, at the top of the page', from: 1000, height: 2000, scrolled: 0, share: 0 },
  { text: 'whose first line comes into view', from: 1000, height: 2000, scrolled: 200, share: 0 },
  { text: 'seen by half', from: 1000, height: 2000, scrolled: 1200, share: 0.5 },
  { text: 'whose last line is in view', from: 1000, height: 2000, scrolled: 2200, share: 1 },
  { text: 'that is read and gone', from: 1000, height: 2000, scrolled: 5000, share: 1 },
  { text: 'partly in view at the top of the page', from: 400, height: 2000, scrolled: 0, share: 0 },
  { text: 'partly in view at the top, half way', from: 400, height: 2000, scrolled: 800, share: 0.5 },
  { text: 'partly in view at the top, at its end', from: 400, height: 2000, scrolled: 1600, share: 1 },
  { text: 'shorter than the window, before its end', from: 700, height: 300, scrolled: 100, share: 0.5 },
  { text: 'shorter than the window, at its end', from: 700, height: 300, scrolled: 200, share: 1 },
  { text: 'pulled down beyond the top of the page', from: 400, height: 2000, scrolled: -60, share: 0 },
  { text: 'that needs no scrolling', from: 400, height: 300, scrolled: 0, share: undefined },
  { text: 'that needed none, once it is scrolled', from: 400, height: 300, scrolled: 900, share: undefined },
])('of a text $text: $share', ({ from, height, scrolled, share }) => {
  expect(seen(from, height, scrolled)).toBe(share)
})
