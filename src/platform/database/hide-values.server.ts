import { PgPreparedQuery } from 'drizzle-orm/pg-core'
import type { DatabaseError } from 'pg'

type Query = (
  this: unknown,
  text: string,
  parameters: unknown[],
  run: () => Promise<unknown>,
) => Promise<unknown>

const prepared = PgPreparedQuery.prototype as unknown as { queryWithCache: Query }
const { queryWithCache } = prepared

/** Errors of queries contain the statement alone: its parameters are texts of drafts, searches and addresses. */
prepared.queryWithCache = function (text, _parameters, run) {
  return queryWithCache.call(this, text, [], run)
}

/** Class 22: the value is not valid for its type. */
const DATA_EXCEPTION = /^22/

/** Removes the values that PostgreSQL reports, such as those of the row that violates a constraint. */
export function hideValues(error: DatabaseError): void {
  for (const field of ['detail', 'where', 'internalQuery'] as const) error[field] = undefined
  if (!DATA_EXCEPTION.test(error.code ?? '')) return
  const [message = ''] = error.message.split('"', 1)
  if (error.stack) error.stack = error.stack.replace(error.message, () => message)
  error.message = message
}
