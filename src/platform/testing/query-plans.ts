import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database, Db } from '#platform/database/db.server.ts'

type Statement = { query: string; params: unknown[] }
type PlanNode = { 'Node Type': string; 'Index Name'?: string; Plans?: PlanNode[] }

export type QueryPlan = { query: string; indexes: string[]; nodes: string[] }

/** Records statements and their plans. */
export function createQueryPlans({ pool }: Pick<Database, 'pool'>) {
  const statements: Statement[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) }
  const loggedDb: Db = drizzle({ client: pool, logger })

  async function planOf({ query, params }: Statement): Promise<QueryPlan> {
    const { rows } = await pool.query(`explain (format json) ${query}`, params)
    const nodes: PlanNode[] = [rows[0]['QUERY PLAN'][0].Plan]
    for (const node of nodes) nodes.push(...(node.Plans ?? []))
    return {
      query,
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      nodes: nodes.map((node) => node['Node Type']),
    }
  }

  return {
    /** Statements that read one of the tables. */
    async plansOf(
      read: (db: Db) => Promise<unknown>,
      tables = ['articles', 'feeds', 'audit_log'],
    ): Promise<QueryPlan[]> {
      statements.length = 0
      await read(loggedDb)
      const explained = statements.filter(({ query }) =>
        tables.some((table) => new RegExp(`\\bfrom "?${table}\\b`).test(query)),
      )
      if (explained.length === 0) throw new Error(`No statement reads ${tables.join(' or ')}`)
      return Promise.all(explained.map(planOf))
    },
  }
}
