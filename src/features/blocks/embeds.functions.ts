import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { embedDescriber } from './server/describe-embed.server.ts'

export const embedFailure = () => phrase('Failed to load the description of the embed')

const describeEmbedFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ address: z.string().max(MAX_URL_LENGTH) }))
  .handler(({ data, context }) =>
    withUserMessage(embedFailure(), () => embedDescriber().find(context.account, data.address, new Date())),
  )

export const describeEmbed = (address: string, signal?: AbortSignal) =>
  describeEmbedFn({ data: { address }, ...(signal && { signal }) })
