import { asc } from 'drizzle-orm'
import * as z from 'zod'
import { applyPhrases, phraseKeys } from '#features/language/server/language.server.ts'
import { LANGUAGES } from '#kernel/text/languages.ts'
import type { Catalogue } from '#kernel/text/phrase.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import { phrases } from '#schema/phrases.ts'
import { checkForm, type PhraseForms, type PhraseKey, PLURAL_CATEGORIES } from '../rules/phrase-forms.ts'

let known = '[]'
const oneAtATime = createSemaphore(1)

/**
 * Loads the phrases that the newspaper has replaced into this process. Loads run one after another, so that the newest data
 * is kept.
 *
 * @returns whether they have changed
 */
export function loadPhrases(db: Db): Promise<boolean> {
  return oneAtATime.run(() => adoptPhrases(db))
}

async function adoptPhrases(db: Db): Promise<boolean> {
  const rows = await db.select().from(phrases).orderBy(asc(phrases.language), asc(phrases.english))
  const read = JSON.stringify(rows)
  if (read === known) return false
  known = read
  const keys = new Map(phraseKeys().map((key) => [key.english, key]))
  for (const language of LANGUAGES) {
    const replaced: Record<string, Catalogue[string]> = {}
    for (const { english, forms } of rows.filter((row) => row.language === language)) {
      const key = keys.get(english)
      // Phrases of other versions are kept, but not used.
      if (key && isValid(key, forms)) replaced[english] = key.isPlural ? forms : forms.other
    }
    applyPhrases(language, replaced)
  }
  return true
}

const storedForms = z.partialRecord(z.enum(PLURAL_CATEGORIES), z.string())

/** A row that was restored from an export or changed by hand may be invalid, and would be written into pages. */
function isValid(key: PhraseKey, stored: unknown): stored is PhraseForms & { other: string } {
  const { data: forms } = storedForms.safeParse(stored)
  return (
    forms?.other !== undefined &&
    PLURAL_CATEGORIES.every((category) => {
      const text = forms[category]
      return text === undefined || checkForm(key, category, text) === undefined
    })
  )
}
