import { and, count, eq, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { defaultPhrases, phraseKeys } from '#features/language/server/language.server.ts'
import { type Language, languageOf } from '#kernel/text/languages.ts'
import type { Translation } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { phrases } from '#schema/phrases.ts'
import {
  checkForm,
  MAX_REPLACED_PHRASES,
  normaliseForms,
  type PhraseForms,
  type PhraseKey,
  type PluralCategory,
} from '../rules/phrase-forms.ts'

/** `supplied` is the text of the catalogue; null if that has none. `replaced` is the text of the newspaper. */
export type PhraseEntry = PhraseKey & { supplied: PhraseForms | null; replaced: PhraseForms | null }

export type PhraseList = { language: Language; entries: PhraseEntry[] }

export type PhraseOutcome =
  | { kind: 'saved' }
  | { kind: 'invalid'; errors: Partial<Record<PluralCategory, string>> }
  /** Not in this version, or the language of the newspaper has changed. */
  | { kind: 'gone' }
  /** There are `MAX_REPLACED_PHRASES`. */
  | { kind: 'full' }

/** Lists the phrases of the reader area in the language of the newspaper, by their English text. */
export async function listPhrases(db: Db): Promise<PhraseList> {
  const language = languageOf(place().locale)
  const rows = await db.select().from(phrases).where(eq(phrases.language, language))
  const replaced = new Map(rows.map(({ english, forms }) => [english, forms]))
  const supplied = defaultPhrases(language)
  const entries = phraseKeys().map((key) => ({
    ...key,
    supplied: suppliedForms(key, language, supplied[key.english]),
    replaced: replaced.get(key.english) ?? null,
  }))
  return {
    language,
    entries: entries.toSorted((a, b) =>
      a.english.localeCompare(b.english, 'en', { ignorePunctuation: true }),
    ),
  }
}

/** An English text is its own key. That of one thing is only in the code. */
function suppliedForms(
  { english, isPlural }: PhraseKey,
  language: Language,
  translation: Translation | undefined,
): PhraseForms | null {
  if (typeof translation === 'string') return { other: translation }
  if (translation) return translation
  if (language !== 'en') return null
  return { other: isPlural ? english : withoutContext(english) }
}

/** "Search (button)" is the key of "Search". */
function withoutContext(english: string): string {
  return english.replace(/ \([^()]*\)$/, '')
}

/** @param forms null for the text of the catalogue */
export async function savePhrase(
  db: Db,
  by: Actor,
  { language, english, forms }: { language: string; english: string; forms: PhraseForms | null },
): Promise<PhraseOutcome> {
  const key = phraseKeys().find((phrase) => phrase.english === english)
  if (!key || language !== languageOf(place().locale)) return { kind: 'gone' }
  const after = forms && normaliseForms(key, forms, language)
  const errors = Object.entries(after ?? {}).flatMap(([category, text]) => {
    const error = checkForm(key, category as PluralCategory, text)
    return error ? [[category, error] as const] : []
  })
  if (errors.length > 0) return { kind: 'invalid', errors: Object.fromEntries(errors) }
  const isPhrase = and(eq(phrases.language, language), eq(phrases.english, english))
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changePhrases})`)
    const [before] = await tx.select().from(phrases).where(isPhrase)
    const changes = diffFields(before?.forms ?? {}, after ?? {})
    if (Object.keys(changes).length === 0) return { kind: 'saved' }
    if (!after) await tx.delete(phrases).where(isPhrase)
    else {
      const [total] = await tx.select({ count: count() }).from(phrases)
      if (!before && (total?.count ?? 0) >= MAX_REPLACED_PHRASES) return { kind: 'full' }
      await tx
        .insert(phrases)
        .values({ language, english, forms: after })
        .onConflictDoUpdate({
          target: [phrases.language, phrases.english],
          set: { forms: after, changedAt: new Date() },
        })
    }
    const action = after ? 'phrase.replace' : 'phrase.reset'
    await recordAudit(tx, { by, action, subjectId: language, subject: english, changes })
    return { kind: 'saved' }
  })
}
