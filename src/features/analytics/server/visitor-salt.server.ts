import { hash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'

/**
 * Creates a missing salt and deletes earlier ones.
 *
 * @param day `YYYY-MM-DD`
 */
export async function findSalt(db: Db, day: string): Promise<Buffer> {
  await deleteSalts(db, day)
  await db.execute(
    sql`insert into visitor_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`,
  )
  const { rows } = await db.execute<{ salt: Buffer }>(sql`select salt from visitor_salts where day = ${day}`)
  if (!rows[0]) throw new Error(`There is no salt for ${day}`)
  return rows[0].salt
}

/** Makes earlier visitor hashes anonymous. */
export async function deleteSalts(db: Db, today: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${today}`)
}

/** Half of a SHA-256 hash, as a uuid. */
export function hashVisitor(
  salt: Buffer,
  { address, userAgent, site }: { address: string; userAgent: string; site: string },
): string {
  const text = [address, userAgent, site].join('\n')
  return hash('sha256', Buffer.concat([salt, Buffer.from(text)])).slice(0, 32)
}
