import { createHash } from 'node:crypto'
import type { BetterAuthOptions } from '@better-auth/core'
import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'

type Row = Record<string, unknown>
type Call = { model: string; where?: Where[]; data?: Row; update?: Row }

const METHODS = [
  'create',
  'findOne',
  'findMany',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'consumeOne',
  'incrementOne',
  'count',
] as const

/** Stores SHA-256 hashes, so that a copy of the database contains no valid session. */
export function hashSessionTokens(open: (options: BetterAuthOptions) => DBAdapter) {
  return (options: BetterAuthOptions): DBAdapter => {
    const adapter = open(options)
    return {
      ...withHashedTokens(adapter),
      transaction: (work) => adapter.transaction((inner) => work(withHashedTokens(inner))),
    }
  }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function withHashedTokens<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  const hashing = METHODS.map((method) => {
    const send = adapter[method].bind(adapter) as (call: Call) => Promise<unknown>
    return [method, (call: Call) => (call.model === 'session' ? sendHashed(send, call) : send(call))]
  })
  return { ...adapter, ...Object.fromEntries(hashing) }
}

async function sendHashed(send: (call: Call) => Promise<unknown>, call: Call): Promise<unknown> {
  const { where, data, update } = call
  const found = await send({
    ...call,
    ...(where && { where: where.map(hashCondition) }),
    ...(data && { data: hashRow(data) }),
    ...(update && { update: hashRow(update) }),
  })
  const token = data?.token ?? where?.find(({ field }) => field === 'token')?.value
  const isRow = typeof found === 'object' && found !== null && 'token' in found
  // better-auth writes the row's token into the cookie.
  return isRow && typeof token === 'string' ? { ...found, token } : found
}

function hashCondition(condition: Where): Where {
  const { field, value } = condition
  if (field !== 'token') return condition
  return {
    ...condition,
    value: Array.isArray(value) ? value.map((one) => hashToken(String(one))) : hashToken(String(value)),
  }
}

function hashRow(row: Row): Row {
  return typeof row.token === 'string' ? { ...row, token: hashToken(row.token) } : row
}
