import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_QUOTE_LENGTH, noteForm } from './rules/notes.ts'
import {
  addNote,
  deleteNote,
  editNote,
  listMentionable,
  listNotes,
  resolveNote,
} from './server/notes.server.ts'

const position = z.int().nonnegative()

export const notesFailure = () => phrase('Failed to fetch notes')

const saveFailure = () => phrase('Failed to save note')

const getNotes = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(notesFailure(), () => listNotes(db(), context.account, data.id)),
  )

const getMentionable = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to fetch people'), () => listMentionable(db(), context.account, data.id)),
  )

/** Adds a note on a passage (`anchor` and `quote`) or the whole article, or a reply (`parentId`). */
export const addNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    noteForm.extend({
      id,
      articleId: id,
      parentId: id.optional(),
      anchor: z.object({ version: position, from: position, to: position }).optional(),
      quote: z.string().max(MAX_QUOTE_LENGTH).optional(),
      isBlocking: noteForm.shape.isBlocking.default(false),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage(saveFailure(), () => addNote(db(), context.account, data, new Date())),
  )

export const editNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(noteForm.extend({ id }))
  .handler(({ data, context }) =>
    withUserMessage(saveFailure(), () => editNote(db(), context.account, data, new Date())),
  )

export const resolveNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, isResolved: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(saveFailure(), () => resolveNote(db(), context.account, data, new Date())),
  )

export const deleteNoteFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to delete note'), () => deleteNote(db(), context.account, data.id)),
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
