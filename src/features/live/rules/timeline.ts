import type { LiveState } from '#kernel/newsroom-states.ts'

/** A post as readers see it. `html` is sanitised; times are in ISO 8601. */
export type ShownPost = {
  id: string
  version: number
  headline: string
  byline: string
  html: string
  isKey: boolean
  publishedAt: string
  editedAt: string | null
  correctedAt: string | null
  correction: string
}

export type KeyEvent = { id: string; label: string; publishedAt: string }

/** A page of the posts of an article, newest first. */
export type Timeline = {
  articleId: string
  /** The path of the article. */
  path: string
  state: LiveState
  posts: ShownPost[]
  /** Only on the newest page. */
  pinned: ShownPost | null
  /** Newest first. */
  keyEvents: KeyEvent[]
  hasNewer: boolean
  /** The first post of the next page; null at the end. */
  next: string | null
}

/** The parts of a timeline in HTML, each of which open pages replace separately. */
export type TimelineParts = {
  state: LiveState
  head: string
  posts: { id: string; version: number; html: string }[]
  foot: string
}

/** Returns the address of a post, which works without JavaScript. */
export function postPath(path: string, postId: string): string {
  return `${path}?post=${postId}#post-${postId}`
}
