import { eq, getTableColumns } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { writingPreferences } from '#schema/desk.ts'
import { DEFAULT_WRITING_PREFERENCES, type WritingPreferences } from '../rules/writing-preferences.ts'

type Person = Pick<Account, 'id'>

export async function findWritingPreferences(db: Db, person: Person): Promise<WritingPreferences> {
  const { accountId: _, ...columns } = getTableColumns(writingPreferences)
  const [stored] = await db
    .select(columns)
    .from(writingPreferences)
    .where(eq(writingPreferences.accountId, person.id))
  return stored ?? DEFAULT_WRITING_PREFERENCES
}

/** Keeps the preferences that `change` does not name. */
export async function changeWritingPreferences(
  db: Db,
  person: Person,
  change: Partial<WritingPreferences>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .insert(writingPreferences)
    .values({ accountId: person.id, ...change })
    .onConflictDoUpdate({ target: writingPreferences.accountId, set: change })
}
