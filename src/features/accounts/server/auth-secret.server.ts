import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/database/db.server.ts'
import { authSecrets } from '#schema/accounts.ts'

/** The secret that signs the cookies of sessions: made by the first process of a database that needs it, then kept. */
export async function findAuthSecret(db: Db): Promise<string> {
  const made = { secret: randomBytes(32).toString('base64url') }
  // An update that changes nothing returns the row that another process has made meanwhile.
  const [row] = await db
    .insert(authSecrets)
    .values(made)
    .onConflictDoUpdate({ target: authSecrets.isOnly, set: { isOnly: true } })
    .returning()
  return row?.secret ?? made.secret
}
