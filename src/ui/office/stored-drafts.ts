/** Followed by the account's id. */
export const DRAFT_PREFIX = 'masthead:article-draft:'

export function hasStoredDrafts(): boolean {
  return draftKeys().length > 0
}

/** Deletes the drafts of all accounts in this browser. */
export function clearStoredDrafts(): void {
  for (const key of draftKeys()) localStorage.removeItem(key)
}

function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    return []
  }
}
