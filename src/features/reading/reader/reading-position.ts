import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'
import {
  findParagraph,
  forgetPosition,
  parsePositions,
  type ReadingPosition,
  rememberPosition,
} from '../rules/reading-positions.ts'
import { POSITIONS_KEY, readStored } from './stored-bookmarks.ts'

const PARAGRAPHS = '.prose :is(p, li, h2, h3, h4)'
/** The header covers the top of the window. */
const READABLE = { rootMargin: '-64px 0px 0px' }

/** `paragraph` is the first in view; `isFinished` once the last one was in view. */
type Reading = { paragraph: number; isFinished: boolean }

/**
 * Stores on the device where the reader stops, and offers to continue there on the next visit. A finished article is
 * forgotten. Does nothing for live coverage, which begins with what is new.
 *
 * @returns a function that stores the position and stops following
 */
export function followReading(text: Element, id: string): () => void {
  if (text.querySelector('.live')) return () => {}
  const paragraphs = [...text.querySelectorAll(PARAGRAPHS)]
  const texts = paragraphs.map((paragraph) => paragraph.textContent)
  const stored = readPositions().find((position) => position.id === id)
  const target = stored && paragraphs[findParagraph(stored, texts) ?? -1]
  const end = new AbortController()
  if (target && !location.hash && isBelowWindow(target)) offer(target, end)

  const visible = new Set<number>()
  const reading: Reading = { paragraph: 0, isFinished: false }
  const observer = new IntersectionObserver((entries) => {
    for (const { target: paragraph, isIntersecting } of entries) {
      visible[isIntersecting ? 'add' : 'delete'](paragraphs.indexOf(paragraph))
    }
    if (visible.size > 0) reading.paragraph = Math.min(...visible)
    if (target && Math.max(...visible) >= paragraphs.indexOf(target)) end.abort()
    if (visible.has(paragraphs.length - 1)) reading.isFinished = true
  }, READABLE)
  for (const paragraph of paragraphs) observer.observe(paragraph)

  function save() {
    const { paragraph, isFinished } = reading
    const positions = readPositions()
    const changed = isFinished
      ? forgetPosition(positions, id)
      : rememberPosition(positions, { id, paragraph, text: texts[paragraph] ?? '' })
    write(changed)
  }
  const saveIfHidden = () => document.visibilityState === 'hidden' && save()
  document.addEventListener('visibilitychange', saveIfHidden)
  return () => {
    document.removeEventListener('visibilitychange', saveIfHidden)
    observer.disconnect()
    end.abort()
    save()
  }
}

/** The toast closes when `end` aborts. */
function offer(paragraph: Element, end: AbortController): void {
  const run = () => {
    paragraph.scrollIntoView()
    // Keyboards and screen readers continue there too.
    paragraph.setAttribute('tabindex', '-1')
    if (paragraph instanceof HTMLElement) paragraph.focus({ preventScroll: true })
  }
  void showToast({
    title: phrase('You have read part of this article'),
    action: { label: phrase('Continue reading'), run },
    closeSignal: end.signal,
  })
}

function isBelowWindow(paragraph: Element): boolean {
  return paragraph.getBoundingClientRect().top > innerHeight
}

function readPositions(): readonly ReadingPosition[] {
  return parsePositions(readStored(POSITIONS_KEY))
}

/** Does nothing if storage is full or blocked. */
function write(positions: readonly ReadingPosition[]): void {
  try {
    localStorage.setItem(POSITIONS_KEY, JSON.stringify(positions))
  } catch {}
}
