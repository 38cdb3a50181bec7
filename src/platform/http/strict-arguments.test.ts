import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { noArguments, strictArguments } from './strict-arguments.ts'

const validate = strictArguments(z.strictObject({ id: z.string() }))
const statusOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as Response).status
  }
}

describe('strictArguments', () => {
  it('returns valid arguments', () => {
    expect(validate({ id: 'a' })).toEqual({ id: 'a' })
  })

  it.each([undefined, null, 'a', {}, { id: 1 }, { id: 'a', copy: 1 }])('responds to %j with 400', (input) => {
    expect(statusOf(() => validate(input as { id: string }))).toBe(400)
  })
})

it('noArguments responds to any argument with 400', () => {
  expect(statusOf(() => noArguments())).toBeUndefined()
  for (const input of [null, 'a', {}, { copy: 1 }])
    expect(statusOf(() => noArguments(input as unknown as undefined))).toBe(400)
})
