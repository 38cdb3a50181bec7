import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_REPLACED_PHRASES, PLURAL_CATEGORIES } from './rules/phrase-forms.ts'
import { listPhrases, savePhrase } from './server/phrases.server.ts'

export const phrasesFailure = () => phrase('Failed to fetch phrases')
export const savePhraseFailure = () => phrase('Failed to save phrase')

const getPhrases = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() => withUserMessage(phrasesFailure(), () => listPhrases(db())))

/** The limits of requests; `checkForm` has those of phrases. */
const MAX_KEY_LENGTH = 1_000
const MAX_FORM_LENGTH = 2_000

export const savePhraseFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(
    z.object({
      language: z.string().length(2),
      english: z.string().min(1).max(MAX_KEY_LENGTH),
      forms: z.partialRecord(z.enum(PLURAL_CATEGORIES), z.string().max(MAX_FORM_LENGTH)).nullable(),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage(savePhraseFailure(), () => savePhrase(db(), context.account, data)),
  )

export const phrasesQuery = queryOptions({
  queryKey: ['admin', 'phrases'],
  queryFn: () => getPhrases(),
  staleTime: 0,
  meta: { tags: ['phrases', 'settings'] },
})

export const phraseErrors = () => ({
  gone: phrase(
    'This phrase no longer exists, or the language of the newspaper has changed. Reload the page.',
  ),
  full: phrase('{max} phrases can be replaced at most. Reset one first.', { max: MAX_REPLACED_PHRASES }),
})
