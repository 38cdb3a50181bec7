import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from '#platform/database/guarded-pool.server.ts'
import { isConnectionLoss } from './is-connection-loss.ts'

const withCode = (code: string) => Object.assign(new Error('terminating connection'), { code })

it.each([
  withCode('57P01'),
  withCode('08006'),
  withCode('ECONNRESET'),
  new Error('Connection terminated unexpectedly'),
  new DatabaseUnavailableError(),
  new DrizzleQueryError('select 1', [], withCode('57P01')),
])('is true for $message ($code)', (error) => {
  expect(isConnectionLoss(error)).toBe(true)
})

it.each([
  withCode('42601'),
  withCode('57014'),
  new Error('no such column'),
  'Connection terminated',
  undefined,
])('is false for %s', (error) => {
  expect(isConnectionLoss(error)).toBe(false)
})
