import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { articleFailure } from '#features/drafts/rules/publish-labels.ts'
import { frontPage } from '#features/front/rules/front.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { presenceMessage } from './rules/presence.ts'
import { readDocument } from './server/read-document.server.ts'
import { sendPresence } from './server/stream-topic.server.ts'

export const readDocumentFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, since: z.int().nonnegative().optional() }))
  .handler(({ data, context }) =>
    withUserMessage(articleFailure(), () => readDocument(db(), context.account, data)),
  )

const presenceFailure = () => phrase('Failed to send presence')

export const sendPresenceFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, message: presenceMessage }))
  .handler(({ data: { id: draft, message }, context }) =>
    withUserMessage(presenceFailure(), () => sendPresence(db(), context.account, { draft, message })),
  )

export const sendFrontPresenceFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, message: presenceMessage }))
  .handler(({ data: { page: front, message }, context }) =>
    withUserMessage(presenceFailure(), () => sendPresence(db(), context.account, { front, message })),
  )
