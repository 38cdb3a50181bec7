import { hash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'

/**
 * The salt of a day (Europe/London), the same for all processes, made at its first use. With that the salts of earlier days
 * are destroyed: what was hashed with them belongs to nobody from then on.
 */
export async function findSalt(db: Db, day: string): Promise<Buffer> {
  await destroySalts(db, day)
  await db.execute(
    sql`insert into visitor_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`,
  )
  const { rows } = await db.execute<{ salt: Buffer }>(sql`select salt from visitor_salts where day = ${day}`)
  if (!rows[0]) throw new Error(`There is no salt for ${day}`)
  return rows[0].salt
}

/** Destroys the salts of the days before `today`. */
export async function destroySalts(db: Db, today: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${today}`)
}

/** Who it is, for as long as the salt exists: half of a SHA-256, written as PostgreSQL reads a uuid. */
export function hashVisitor(
  salt: Buffer,
  { address, userAgent, site }: { address: string; userAgent: string; site: string },
): string {
  const text = [address, userAgent, site].join('\n')
  return hash('sha256', Buffer.concat([salt, Buffer.from(text)])).slice(0, 32)
}
