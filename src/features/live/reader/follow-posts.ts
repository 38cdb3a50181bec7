import { NEWS_CHANGED_EVENT } from '#kernel/cache-tags.ts'
import { pause } from '#ui/pause.ts'
import { getTimeline } from '../live.functions.ts'
import { newPostsLabel, planPosts } from '../rules/plan-posts.ts'
import type { TimelineParts } from '../rules/timeline.ts'
import { clearUnseen, countUnseen } from './unseen-posts.ts'

type Posts = TimelineParts['posts']

/** A random delay, so that open pages do not all send their requests at the same time. */
const DELAY_MS = { min: 20, max: 220 }
const FIRST_RETRY_MS = 1_000
const RETRIES = 4
/** The interval while the page is hidden. */
const POLL_MS = 60_000
/** Pages of posts, each of which takes a request. */
const MAX_PAGES = 20

type Follower = { section: HTMLElement; update(): Promise<void>; stop(): void }

let current: Follower | undefined

/** Keeps the live coverage of an article up to date (newsroom §6), without moving what is being read. */
export function followPosts(section: HTMLElement): void {
  if (current?.section === section) return
  if (current && current.section.dataset.article === section.dataset.article) {
    // The text of the article was replaced. The coverage stays, with what is being read and played in it.
    section.replaceWith(current.section)
    void current.update()
    return
  }
  current?.stop()
  current = createFollower(section)
}

function createFollower(section: HTMLElement): Follower {
  const { article = '', page } = section.dataset
  const [head, list, foot] = ['.live-head', '.live-posts', '.live-foot'].map((name) =>
    section.querySelector<HTMLElement>(name),
  )
  const seen = new Set(idsOf(section))
  const stopping = new AbortController()
  const { signal } = stopping
  const button = createHeldButton(section, showHeld)
  const announcement = section.appendChild(document.createElement('p'))
  announcement.className = 'sr-only'
  announcement.ariaLive = 'polite'
  let held: Posts = []
  let running = false
  let isOutdated = false

  addEventListener(
    NEWS_CHANGED_EVENT,
    (event) => {
      const tags = (event as CustomEvent<readonly string[] | null>).detail
      if (!tags || tags.includes(`live:${article}`)) void update()
    },
    { signal },
  )
  addEventListener('pageshow', ({ persisted }) => persisted && void update(), { signal })
  // The stream of a hidden page is closed after a while.
  const polling = setInterval(
    () => document.hidden && section.dataset.state === 'live' && void update(),
    POLL_MS,
  )
  void update()
  return {
    section,
    update,
    stop() {
      stopping.abort()
      clearInterval(polling)
      clearUnseen()
    },
  }

  /** A change during an update causes another one. */
  async function update(): Promise<void> {
    isOutdated = true
    if (running) return
    running = true
    for (let failures = 0; isOutdated && failures <= RETRIES; ) {
      await pause(DELAY_MS.min + Math.random() * (DELAY_MS.max - DELAY_MS.min))
      isOutdated = false
      if (signal.aborted) break
      try {
        const parts = await fetchAll()
        if (parts && !signal.aborted) apply(parts)
        failures = 0
      } catch {
        isOutdated = true
        await pause(FIRST_RETRY_MS * 2 ** failures)
        failures += 1
      }
    }
    running = false
  }

  /** Fetches as many pages as are shown. */
  async function fetchAll() {
    const first = await getTimeline({ data: { id: article, ...(page && { post: page }) } })
    if (!first) return null
    const shown = list ? readPosts(list).map(({ id }) => id) : []
    let { posts, foot } = first
    for (let count = 1; foot !== '' && count < MAX_PAGES; count += 1) {
      const covered = new Set(posts.map(({ id }) => id))
      const last = shown.findLastIndex((id) => covered.has(id))
      const next = shown[last + 1]
      if (last < 0 || next === undefined) break
      const more = await getTimeline({ data: { id: article, post: next } })
      if (!more) break
      posts = [...posts, ...more.posts.filter(({ id }) => !covered.has(id))]
      foot = more.foot
    }
    return { ...first, posts, foot }
  }

  function apply(parts: TimelineParts): void {
    if (!list || !head || !foot) return
    const shown = readPosts(list)
    const plan = planPosts(shown, parts.posts, parts.foot === '')
    const isReplaced = shown.length > 0 && plan.removed.length === shown.length
    const unseen = plan.newest.filter(({ id }) => !seen.has(id))
    const arrived = unseen.filter(({ id }) => !held.some((one) => one.id === id))
    const isHeld = plan.newest.length > 0 && !mayMove(section)
    held = isHeld ? plan.newest : []
    keepPlace(() => {
      if (head.dataset.html !== parts.head) head.innerHTML = head.dataset.html = parts.head
      for (const { id, html } of plan.changed) find(id)?.replaceWith(toElement(html))
      // Without the new posts, the list would be empty.
      if (!isReplaced || !isHeld) for (const id of plan.removed) find(id)?.remove()
      for (const { post, after } of plan.inserted) {
        seen.add(post.id)
        const before = after === null ? null : find(after)
        if (before) before.after(toElement(post.html))
        else list.prepend(toElement(post.html))
      }
      if (!isHeld) insert(plan.newest)
      foot.innerHTML = parts.foot
    })
    section.dataset.state = parts.state
    showButton()
    if (arrived.length === 0) return
    announcement.textContent = newPostsLabel(isHeld ? held.length : arrived.length)
    countUnseen(arrived.length)
  }

  function insert(posts: Posts): void {
    list?.prepend(...posts.map(({ html }) => toElement(html)))
    for (const { id } of posts) seen.add(id)
  }

  function showHeld(): void {
    const [first] = held
    insert(held)
    held = []
    showButton()
    section.scrollIntoView({ block: 'start', behavior: 'instant' })
    if (first) find(first.id)?.focus({ preventScroll: true })
    void update()
  }

  function showButton(): void {
    button.parentElement?.toggleAttribute('hidden', held.length === 0)
    button.textContent = newPostsLabel(held.length)
  }

  function find(id: string): HTMLElement | null {
    return section.querySelector<HTMLElement>(`[data-post="${id}"]`)
  }

  /** Scrolls by as much as the post being read moves, unless the coverage starts below the top of the window. */
  function keepPlace(change: () => void): void {
    const isAbove = section.getBoundingClientRect().top < 0
    const visible = isAbove ? findVisible() : []
    const root = document.documentElement
    root.style.overflowAnchor = 'none'
    change()
    const anchor = visible.find(({ id }) => find(id))
    const top = anchor && find(anchor.id)?.getBoundingClientRect().top
    if (anchor && top !== undefined) scrollBy({ top: top - anchor.top, behavior: 'instant' })
    root.style.overflowAnchor = ''
  }

  /** Returns the post being read and those below it: it begins in the upper half of the window, or else is the first visible one. */
  function findVisible(): { id: string; top: number }[] {
    const places = idsOf(section).map((id) => {
      const { top = 0, bottom = 0 } = find(id)?.getBoundingClientRect() ?? {}
      return { id, top, bottom }
    })
    const begun = places.findIndex(({ top }) => top >= 0 && top < innerHeight / 2)
    return places.slice(begun < 0 ? places.findIndex(({ bottom }) => bottom > 0) : begun)
  }
}

/** Whether new posts may be inserted at once (spec §4): at the top of a page whose coverage is not in use, or above the coverage. */
function mayMove(section: HTMLElement): boolean {
  if (section.getBoundingClientRect().top > innerHeight) return true
  const isBusy = section.contains(document.activeElement) || Boolean(getSelection()?.toString())
  return scrollY < 1 && !isBusy
}

function createHeldButton(section: HTMLElement, onClick: () => void): HTMLButtonElement {
  const place = document.createElement('div')
  place.className = 'live-held'
  place.hidden = true
  const button = place.appendChild(document.createElement('button'))
  button.type = 'button'
  button.className = 'button bg-paper'
  button.addEventListener('click', onClick)
  section.prepend(place)
  return button
}

function idsOf(section: HTMLElement): string[] {
  return Array.from(section.querySelectorAll<HTMLElement>('[data-post]'), ({ dataset }) => dataset.post ?? '')
}

function readPosts(list: HTMLElement): { id: string; version: number }[] {
  return Array.from(list.querySelectorAll<HTMLElement>(':scope > [data-post]'), ({ dataset }) => ({
    id: dataset.post ?? '',
    version: Number(dataset.version),
  }))
}

/** @param html written and sanitised by the server */
function toElement(html: string): HTMLElement {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild as HTMLElement
}
