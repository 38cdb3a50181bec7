import type pg from 'pg'

/**
 * Deletes all rows of tables in this order, and those that depend on them by ON DELETE CASCADE. For a few rows, this is
 * many times faster than TRUNCATE, which creates new files for each table and index.
 */
export async function emptyTables(pool: pg.Pool, ...tables: string[]): Promise<void> {
  await pool.query(tables.map((table) => `delete from ${table}`).join(';'))
}
