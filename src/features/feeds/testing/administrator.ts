import type { Account } from '#features/access/rules/access.ts'
import type { TestDatabase } from '#platform/testing/test-database.ts'

export async function createAdministrator({ pool }: TestDatabase): Promise<Account> {
  const email = 'ann@paper.example'
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Ann', $1, 'admin') returning id`,
    [email],
  )
  return { id: rows[0].id, email, fullName: 'Ann', role: 'admin' }
}
