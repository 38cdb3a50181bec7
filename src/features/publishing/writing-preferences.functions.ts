import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { writingPreferencesChange } from './rules/writing-preferences.ts'
import { changeWritingPreferences, findWritingPreferences } from './server/writing-preferences.server.ts'

export const preferencesFailure = () => phrase('Failed to save preferences')

const getWritingPreferences = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) =>
    withUserMessage(phrase('Failed to fetch preferences'), () =>
      findWritingPreferences(db(), context.account),
    ),
  )

export const changeWritingPreferencesFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(writingPreferencesChange)
  .handler(({ data, context }) =>
    withUserMessage(preferencesFailure(), () => changeWritingPreferences(db(), context.account, data)),
  )

/** The preferences of the person who is signed in. */
export const writingPreferencesQuery = queryOptions({
  queryKey: ['admin', 'writing-preferences'],
  queryFn: () => getWritingPreferences(),
  meta: { tags: [] },
})
