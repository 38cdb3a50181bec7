import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { articleFailure } from '#features/drafts/rules/publish-labels.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { presenceMessage } from './rules/presence.ts'
import { sendPresence } from './server/draft-stream.server.ts'
import { readDocument } from './server/read-document.server.ts'

export const readDocumentFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, since: z.int().nonnegative().optional() }))
  .handler(({ data, context }) =>
    withUserMessage(articleFailure(), () => readDocument(db(), context.account, data)),
  )

export const sendPresenceFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, message: presenceMessage }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to send presence'), () => sendPresence(db(), context.account, data)),
  )
