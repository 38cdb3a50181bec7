import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { isCursor } from '#kernel/cursor.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { listCorrections } from './server/list-corrections.server.ts'

export const correctionsFailure = () => phrase('Failed to fetch corrections')

/** Separate from the other functions of articles, which every page loads. */
const getCorrections = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ before: z.optional(z.string().check(z.refine(isCursor))) })))
  .handler(({ data }) => withUserMessage(correctionsFailure(), () => listCorrections(db(), data.before)))

export const correctionsQuery = (before?: string) =>
  queryOptions({
    queryKey: ['articles', 'corrections', before ?? null],
    queryFn: () => getCorrections({ data: { before } }),
    meta: { tags: ['articles'] },
  })
