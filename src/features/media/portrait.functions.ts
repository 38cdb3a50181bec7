import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { deletePortrait } from './server/portrait.server.ts'
import { openUploads } from './server/uploads-storage.server.ts'

export const portraitDeleteFailure = () => phrase('Failed to delete your portrait')

export const deletePortraitFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('admin.open')])
  .handler(({ context }) =>
    withUserMessage(portraitDeleteFailure(), () =>
      deletePortrait({ db: db(), bucket: openUploads(env()) }, context.account),
    ),
  )
