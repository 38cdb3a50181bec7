import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/database/db.server.ts'
import { authSecrets } from '#schema/accounts.ts'

/** The secret that signs session cookies. The first process of a database creates it. */
export async function findAuthSecret(db: Db): Promise<string> {
  const row = { secret: randomBytes(32).toString('base64url') }
  // An update without changes returns the row that another process inserted first.
  const [stored] = await db
    .insert(authSecrets)
    .values(row)
    .onConflictDoUpdate({ target: authSecrets.isOnly, set: { isOnly: true } })
    .returning()
  return stored?.secret ?? row.secret
}
