import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { isDiskFull } from './is-disk-full.ts'

const failed = (code: string) => Object.assign(new Error('failed'), { code })

it.each([
  [failed('ENOSPC'), true],
  [failed('EDQUOT'), true],
  [failed('53100'), true],
  [new DrizzleQueryError('insert', [], failed('53100')), true],
  [failed('EACCES'), false],
  [new Error('failed'), false],
  ['ENOSPC', false],
  [undefined, false],
])('isDiskFull(%o) is %s', (error, expected) => {
  expect(isDiskFull(error)).toBe(expected)
})
