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
    /** Statements on articles, feeds and the audit log. */
    async plansOf(read: (db: Db) => Promise<unknown>): Promise<QueryPlan[]> {
      statements.length = 0
      await read(loggedDb)
      const explained = statements.filter(({ query }) => /\bfrom "?(articles|feeds|audit_log)/.test(query))
      return Promise.all(explained.map(planOf))
    },
  }
}
