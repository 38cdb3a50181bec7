import { expect, it } from 'vitest'
import { futureTimeForm, notInFuture, timeForm } from './zoned-time-form.ts'

const futureForm = futureTimeForm(() => new Date('2026-07-01T09:00:00Z'))
const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

it('reads London time', () => {
  expect(timeForm.parse({ at: '2026-07-01T06:00' })).toEqual({ at: new Date('2026-07-01T05:00:00Z') })
})

it.each(['', 'tomorrow', '2026-02-30T10:00', '2026-03-29T01:30'])('refuses %o', (at) => {
  const error = 'at: Enter a valid date and time. Clocks skip an hour when summer time starts.'
  expect(messages(timeForm.safeParse({ at }))).toEqual([error])
  expect(messages(futureForm.safeParse({ at }))).toEqual([error])
})

it('can require a time in the future', () => {
  expect(messages(futureForm.safeParse({ at: '2026-07-01T10:00' }))).toEqual([`at: ${notInFuture()}`])
  expect(futureForm.parse({ at: '2026-07-01T10:01' })).toEqual({ at: new Date('2026-07-01T09:01:00Z') })
})
