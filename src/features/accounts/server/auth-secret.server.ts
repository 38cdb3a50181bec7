import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/database/db.server.ts'
import { authSecrets } from '#schema/accounts.ts'

export async function findAuthSecret(db: Db): Promise<string> {
  const row = { secret: randomBytes(32).toString('base64url') }
  // Returns the row of a concurrent insert.
  const [stored] = await db
    .insert(authSecrets)
    .values(row)
    .onConflictDoUpdate({ target: authSecrets.isOnly, set: { isOnly: true } })
    .returning()
  return stored?.secret ?? row.secret
}
