import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { pause } from '#ui/pause.ts'
import { postFailure } from '../edit-live.functions.ts'
import type { CreatePostOutcome } from '../server/live-posts.server.ts'
import type { UnsentPost, UnsentPosts } from './unsent-posts.ts'

const RETRY_MS = 1_500

type OutboxEntry = {
  post: UnsentPost
  /** `failed`: the connection or the server failed. `refused`: the text must be changed first. */
  state: 'sending' | 'failed' | 'refused'
  reasons: string[]
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends posts and keeps those that the server has not confirmed. A failed request is repeated once, and again when the
 * device is online; the post keeps its id, so that it is published only once.
 *
 * @param options.onSent called for each confirmed post
 */
export function createOutbox(options: {
  stored: UnsentPosts
  send: (post: UnsentPost) => Promise<CreatePostOutcome>
  onSent: () => void
  wait?: (ms: number) => Promise<void>
}) {
  const { stored, send, onSent, wait = pause } = options
  let entries: readonly OutboxEntry[] = stored
    .list()
    .filter(({ status }) => status === 'sent')
    .map((post) => ({
      post,
      state: 'failed',
      reasons: [phrase('The page was closed before the post was confirmed.')],
    }))
  const listeners = new Set<() => void>()

  function update(entry: OutboxEntry | undefined, id: string): void {
    const others = entries.filter(({ post }) => post.id !== id)
    entries = entry ? [...others, entry] : others
    for (const listener of listeners) listener()
  }

  async function attempt(post: UnsentPost, hasRetry: boolean): Promise<void> {
    update({ post, state: 'sending', reasons: [] }, post.id)
    try {
      const outcome = await send(post)
      if (outcome.kind === 'published' || outcome.kind === 'waiting') {
        stored.remove(post.id)
        update(undefined, post.id)
        return onSent()
      }
      const reasons = outcome.kind === 'refused' ? outcome.reasons : [phrase('The article no longer exists.')]
      update({ post, state: 'refused', reasons }, post.id)
    } catch (error) {
      if (hasRetry) {
        await wait(RETRY_MS)
        return attempt(post, false)
      }
      update({ post, state: 'failed', reasons: [failureText(error, postFailure())] }, post.id)
    }
  }

  return {
    getEntries: () => entries,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    send(post: UnsentPost): Promise<void> {
      const sent: UnsentPost = { ...post, status: 'sent', savedAt: new Date().toISOString() }
      stored.store(sent)
      return attempt(sent, true)
    },

    retry(id: string): void {
      const entry = entries.find(({ post }) => post.id === id)
      if (entry && entry.state !== 'sending') void attempt(entry.post, true)
    },

    /** Call it when the device is online again. */
    async retryFailed(): Promise<void> {
      const failed = entries.filter(({ state }) => state === 'failed')
      await Promise.all(failed.map(({ post }) => attempt(post, true)))
    },

    /** Removes the post from the outbox, to edit it again or to discard it. */
    take(id: string): UnsentPost | undefined {
      const entry = entries.find(({ post }) => post.id === id)
      if (!entry || entry.state === 'sending') return undefined
      stored.remove(id)
      update(undefined, id)
      return entry.post
    },
  }
}
