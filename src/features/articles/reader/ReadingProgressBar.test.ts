import { expect, test } from 'vitest'
import { readingProgress } from './ReadingProgressBar.tsx'

test.each([
  { text: 'below the window, not scrolled', top: 1000, height: 2000, scrollY: 0, progress: 0 },
  { text: 'with its first line at the window’s edge', top: 1000, height: 2000, scrollY: 200, progress: 0 },
  { text: 'read by half', top: 1000, height: 2000, scrollY: 1200, progress: 0.5 },
  { text: 'with its last line visible', top: 1000, height: 2000, scrollY: 2200, progress: 1 },
  { text: 'above the window', top: 1000, height: 2000, scrollY: 5000, progress: 1 },
  { text: 'partly visible, not scrolled', top: 400, height: 2000, scrollY: 0, progress: 0 },
  { text: 'partly visible at first, read by half', top: 400, height: 2000, scrollY: 800, progress: 0.5 },
  { text: 'partly visible at first, at its end', top: 400, height: 2000, scrollY: 1600, progress: 1 },
  { text: 'shorter than the window, read by half', top: 700, height: 300, scrollY: 100, progress: 0.5 },
  { text: 'shorter than the window, at its end', top: 700, height: 300, scrollY: 200, progress: 1 },
  { text: 'pulled down beyond the top of the page', top: 400, height: 2000, scrollY: -60, progress: 0 },
  { text: 'that needs no scrolling', top: 400, height: 300, scrollY: 0, progress: undefined },
  { text: 'that needs no scrolling, scrolled', top: 400, height: 300, scrollY: 900, progress: undefined },
])('reading progress of an article $text: $progress', ({ top, height, scrollY, progress }) => {
  const view = { top: top - scrollY, bottom: top + height - scrollY, scrollY, windowHeight: 800 }
  expect(readingProgress(view)).toBe(progress)
})
