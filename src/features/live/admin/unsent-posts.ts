import * as z from 'zod'
import { readDrafts, removeDraft, storeDraft } from '#ui/admin/forms/stored-drafts.ts'
import { livePostForm } from '../rules/live-post.ts'

const unsentPost = livePostForm.extend({
  id: z.uuid(),
  isPinned: z.boolean(),
  /** `sent`: the server may have received it already. */
  status: z.enum(['typed', 'sent']),
  savedAt: z.string(),
})

/** A post on this device that the server has not confirmed. */
export type UnsentPost = z.infer<typeof unsentPost>

export type UnsentPosts = ReturnType<typeof createUnsentPosts>

/** Stores the unsent posts of a person for an article on this device. */
export function createUnsentPosts(accountId: string, articleId: string) {
  const subject = `live:${accountId}:${articleId}`
  return {
    store: (post: UnsentPost) => storeDraft(subject, post.id, post),
    remove: (id: string) => removeDraft(subject, id),
    /** Newest first. */
    list: (): UnsentPost[] => readDrafts(subject, unsentPost).map(({ slot: _, ...post }) => post),
  }
}

/** @param byline that of the previous post */
export function emptyPost(byline: string): UnsentPost {
  return {
    id: crypto.randomUUID(),
    headline: '',
    body: '',
    byline,
    isKey: false,
    isPinned: false,
    status: 'typed',
    savedAt: new Date().toISOString(),
  }
}

export function isBlank({ headline, body }: Pick<UnsentPost, 'headline' | 'body'>): boolean {
  return headline === '' && body === ''
}
