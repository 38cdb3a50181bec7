import { expect, it } from 'vitest'
import { presenceMessage, signPresence } from './presence.ts'

const ADA = { id: '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11', name: 'Ada' }
const message = { client: 'client-of-ada', caret: { version: 3, anchor: 5, head: 9 } }

it('takes a message with a caret, and omits what it does not know', () => {
  expect(presenceMessage.parse({ ...message, user: { name: 'Eve' }, script: 'x' })).toEqual(message)
  expect(presenceMessage.parse({ ...message, caret: null, hasLeft: true })).toEqual({
    client: message.client,
    caret: null,
    hasLeft: true,
  })
})

it.each([
  ['a client without an id', { ...message, client: '' }],
  ['a client with a long id', { ...message, client: 'x'.repeat(41) }],
  ['a position that is no number', { ...message, caret: { version: 1, anchor: '5', head: 9 } }],
  ['a negative position', { ...message, caret: { version: 1, anchor: -1, head: 9 } }],
  ['no caret', { client: message.client }],
])('refuses %s', (_, invalid) => {
  expect(presenceMessage.safeParse(invalid).success).toBe(false)
})

it('adds the person, unless the message would be too long for a notification', () => {
  expect(signPresence(message, ADA)).toEqual({ ...message, user: ADA })
  expect(signPresence(message, { ...ADA, portraitUrl: 'x'.repeat(5_000) })).toBeNull()
})
