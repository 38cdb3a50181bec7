import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { projectFile } from '#platform/project-file.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/** The settings, feeds and sample edition of the first start are not content. */
const CONTENT = {
  users: 'true',
  articles: `origin <> 'sample'`,
  drafts: 'true',
  newsletter_subscribers: 'true',
}

/**
 * @param options.replace permits a site with content, but not the tables of another application
 * @throws {StartupError} if the database must not be replaced
 */
export async function requireEmptySite(
  client: pg.ClientBase,
  { replace }: { replace: boolean },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`)
  const existing = new Set(rows.map(({ name }) => name))
  const own = await listOwnTables()
  const foreign = [...existing].filter((name) => !own.has(name))
  if (foreign.length > 0)
    throw new StartupError(
      `The database contains tables that are not Masthead's (${foreign.slice(0, 3).join(', ')}). Use a database of its own, and the version of Masthead that the database belongs to or a later one.`,
    )
  if (replace) return
  for (const [table, condition] of Object.entries(CONTENT)) {
    if (!existing.has(table)) continue
    const { rowCount } = await client.query(`select from ${table} where ${condition} limit 1`)
    if (rowCount)
      throw new StartupError(
        `The site already has content (${table.replace('_', ' ')}). Use --replace to delete it.`,
      )
  }
}

async function listOwnTables(): Promise<Set<string>> {
  const meta = projectFile('migrations/meta')
  const { entries } = JSON.parse(await readFile(join(meta, '_journal.json'), 'utf8'))
  const number = String(entries.at(-1).idx).padStart(4, '0')
  const snapshot = JSON.parse(await readFile(join(meta, `${number}_snapshot.json`), 'utf8'))
  return new Set(Object.values<{ name: string }>(snapshot.tables).map(({ name }) => name))
}
