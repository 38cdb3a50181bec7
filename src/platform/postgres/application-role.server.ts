import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { ROLES_LOCK } from './session.server.ts'

/** The running site's role: it can change rows, but not the schema, other roles or files. */
const APPLICATION_ROLE = 'masthead_app'

interface Login {
  role: string
  password: string
}

/** @param ownerPassword of the superuser; cannot be derived from the result */
export function applicationLogin(ownerPassword: string): Login {
  const password = createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('hex')
  return { role: APPLICATION_ROLE, password }
}

/** `migrateDatabase` grants the privileges. */
export async function ensureApplicationRole(owner: pg.Client, { role, password }: Login): Promise<void> {
  await owner.query('select pg_advisory_lock($1, $2)', ROLES_LOCK)
  try {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0)
      await owner.query(
        `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication password '${password}'`,
      )
  } finally {
    await owner.query('select pg_advisory_unlock($1, $2)', ROLES_LOCK)
  }
}
