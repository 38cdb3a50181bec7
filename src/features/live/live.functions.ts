import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { phrase } from '#kernel/text/phrase.ts'
import { isUuid } from '#kernel/uuid.ts'
import { db } from '#platform/database/db.server.ts'
import { strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { findTimelineParts } from './server/timeline.server.ts'

const uuid = z.string().check(z.refine(isUuid))

/** The live coverage of an article, for open pages; null if there is none. */
export const getTimeline = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ id: uuid, post: z.optional(uuid) })))
  .handler(({ data }) =>
    withUserMessage(phrase('Failed to fetch live coverage'), () => findTimelineParts(db(), data, new Date())),
  )
