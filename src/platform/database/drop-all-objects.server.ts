import type pg from 'pg'
import { JOB_SCHEMA } from './jobs.server.ts'

const OBJECTS = [
  { catalog: 'pg_class', owner: 'relnamespace', filter: `relkind in ('r', 'p', 'f')`, kind: 'table' },
  { catalog: 'pg_class', owner: 'relnamespace', filter: `relkind = 'v'`, kind: 'view' },
  { catalog: 'pg_class', owner: 'relnamespace', filter: `relkind = 'S'`, kind: 'sequence' },
  { catalog: 'pg_proc', owner: 'pronamespace', filter: 'true', kind: 'routine' },
  { catalog: 'pg_type', owner: 'typnamespace', filter: `typtype in ('e', 'd')`, kind: 'type' },
]

/** Extensions remain, since not every role may create them. */
export async function dropAllObjects(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists drizzle cascade; drop schema if exists ${JOB_SCHEMA} cascade`)
  for (const { catalog, owner, filter, kind } of OBJECTS) {
    const name = kind === 'routine' ? 'oid::regprocedure' : kind === 'type' ? 'oid::regtype' : 'oid::regclass'
    const { rows } = await client.query<{ name: string }>(`
      select ${name}::text as name from ${catalog}
      where ${owner} = 'public'::regnamespace and ${filter}
        and not exists (select from pg_depend
          where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype in ('e', 'i'))`)
    for (const object of rows) await client.query(`drop ${kind} if exists ${object.name} cascade`)
  }
}
