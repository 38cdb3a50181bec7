import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { ARTICLE_FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_PRESENCE_BYTES } from './rules/update-limits.ts'
import { sendPresence } from './server/draft-stream.server.ts'
import { readUpdates } from './server/draft-updates.server.ts'

function base64(maxBytes: number) {
  return z
    .base64()
    .max(Math.ceil(maxBytes / 3) * 4)
    .transform((text) => Buffer.from(text, 'base64'))
}

/** Updates are base64. */
export const readUpdatesFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, since: z.object({ document: id, seq: z.int().nonnegative() }).optional() }))
  .handler(({ data, context }) =>
    withUserMessage(ARTICLE_FETCH_ERROR, async () => {
      const found = await readUpdates(db(), context.account, data)
      return found.kind === 'updates' ? { ...found, updates: found.updates.map(toBase64) } : found
    }),
  )

export const sendPresenceFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, update: base64(MAX_PRESENCE_BYTES) }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to send presence', () => sendPresence(db(), context.account, data)),
  )

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
