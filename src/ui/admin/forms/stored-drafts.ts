import * as z from 'zod'

/** Unsaved changes in local storage. */
export type Draft = {
  /** ISO 8601. */
  savedAt: string
}

/** Each open form has its own slot. */
export type StoredDraft<Content> = Content & Draft & { slot: string }

/** Older ones are deleted. */
const MAX_DRAFTS = 100

const savedAt = z.object({ savedAt: z.string() })

const KEY = /^masthead:[a-z]+-draft:/

/** @param subject such as `page:{account id}:contact`; drafts belong to the account that typed them */
const prefixOf = (subject: string) => `masthead:${subject.replace(':', '-draft:')}:`

/** Reads valid drafts, newest first. */
export function readDrafts<Content extends Draft>(
  subject: string,
  schema: z.ZodType<Content>,
): StoredDraft<Content>[] {
  const prefix = prefixOf(subject)
  return draftKeys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readDraft(key, schema).map((draft) => ({ ...draft, slot: key.slice(prefix.length) })))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
}

function readDraft<Content>(key: string, schema: z.ZodType<Content>): Content[] {
  try {
    return [schema.parse(JSON.parse(localStorage.getItem(key) ?? ''))]
  } catch {
    return []
  }
}

/** Does nothing if local storage is full or disabled. */
export function storeDraft(subject: string, slot: string, draft: Draft): void {
  const key = prefixOf(subject) + slot
  try {
    const isNew = localStorage.getItem(key) === null
    localStorage.setItem(key, JSON.stringify(draft))
    if (isNew) removeOldest()
  } catch {}
}

function removeOldest(): void {
  const byAge = draftKeys()
    .map((key) => ({ key, savedAt: readDraft(key, savedAt)[0]?.savedAt ?? '' }))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  for (const { key } of byAge.slice(MAX_DRAFTS)) localStorage.removeItem(key)
}

export function removeDraft(subject: string, slot: string): void {
  try {
    localStorage.removeItem(prefixOf(subject) + slot)
  } catch {}
}

export function hasStoredDrafts(): boolean {
  return draftKeys().length > 0
}

/** Deletes the drafts of all accounts in this browser. */
export function clearStoredDrafts(): void {
  for (const key of draftKeys()) localStorage.removeItem(key)
}

function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => KEY.test(key))
  } catch {
    return []
  }
}
