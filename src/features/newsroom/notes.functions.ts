import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/pages/with-user-message.server.ts'
import { MAX_QUOTE_LENGTH, noteForm } from './rules/notes.ts'
import { countUnread, listInbox, markRead } from './server/inbox.server.ts'
import {
  addNote,
  deleteNote,
  editNote,
  listMentionable,
  listNotes,
  resolveNote,
} from './server/notes.server.ts'

const id = z.uuid().toLowerCase()
/** A Yjs relative position has about 80 bytes. */
const position = z.base64().max(400)

export const NOTES_FAILURE = 'Failed to fetch notes'
const SAVE_FAILURE = 'Failed to save note'

const getNotes = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(NOTES_FAILURE, () => listNotes(db(), context.account, data.id)),
  )

const getMentionable = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to fetch people', () => listMentionable(db(), context.account, data.id)),
  )

/** Adds a note on a passage (`anchor` and `quote`) or the whole article, or a reply (`parentId`). */
export const addNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    noteForm.extend({
      id,
      articleId: id,
      parentId: id.optional(),
      anchor: z.object({ document: id, start: position, end: position }).optional(),
      quote: z.string().max(MAX_QUOTE_LENGTH).optional(),
      isBlocking: noteForm.shape.isBlocking.default(false),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage(SAVE_FAILURE, () => addNote(db(), context.account, data, new Date())),
  )

export const editNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(noteForm.extend({ id }))
  .handler(({ data, context }) =>
    withUserMessage(SAVE_FAILURE, () => editNote(db(), context.account, data, new Date())),
  )

export const resolveNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, isResolved: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(SAVE_FAILURE, () => resolveNote(db(), context.account, data, new Date())),
  )

export const deleteNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to delete note', () => deleteNote(db(), context.account, data.id)),
  )

export const INBOX_FAILURE = 'Failed to fetch inbox'

const getInbox = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ before: z.string().max(100).optional() }))
  .handler(({ data, context }) =>
    withUserMessage(INBOX_FAILURE, () => listInbox(db(), context.account, data.before)),
  )

const getUnreadCount = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) => withUserMessage(INBOX_FAILURE, () => countUnread(db(), context.account)))

export const markReadFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ ids: z.array(id).min(1).max(100).optional(), isRead: z.boolean().default(true) }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update inbox', () => markRead(db(), context.account, data.ids, data.isRead)),
  )

export const notesQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'notes', articleId],
    queryFn: () => getNotes({ data: { id: articleId } }),
    meta: { tags: ['admin:notes', 'admin:drafts'] },
  })

export const mentionableQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'mentionable', articleId],
    queryFn: () => getMentionable({ data: { id: articleId } }),
    meta: { tags: ['admin:users', 'admin:drafts'] },
  })

export const inboxQuery = infiniteQueryOptions({
  queryKey: ['admin', 'inbox', 'list'],
  queryFn: ({ pageParam }) => getInbox({ data: { before: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  meta: { tags: ['admin:inbox', 'admin:drafts'] },
})

export const unreadCountQuery = queryOptions({
  queryKey: ['admin', 'inbox', 'count'],
  queryFn: () => getUnreadCount(),
  meta: { tags: ['admin:inbox', 'admin:drafts'] },
})
