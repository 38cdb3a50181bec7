import { expect, it } from 'vitest'
import { decideRoleChange } from './decide-role-change.ts'

const chief = { id: 'chief', role: 'admin' } as const
const second = { id: 'second', role: 'admin' } as const
const reader = { id: 'reader', role: 'user' } as const
const banned = { id: 'banned', role: 'admin' } as const

it.each([
  ['promoting a user', 'chief', reader, 'admin', ['chief'], 'change'],
  ['demoting another administrator', 'chief', second, 'user', ['chief', 'second'], 'change'],
  ['demoting a banned administrator', 'chief', banned, 'user', ['chief'], 'change'],
  ['promoting an administrator', 'chief', second, 'admin', ['chief', 'second'], 'unchanged'],
  ['demoting a user', 'chief', reader, 'user', ['chief'], 'unchanged'],
  ['demoting oneself', 'chief', chief, 'user', ['chief', 'second'], 'own'],
  ['demoting oneself as the last administrator', 'chief', chief, 'user', ['chief'], 'last'],
  ['a request by a user', 'reader', reader, 'admin', ['chief'], 'denied'],
  ['a request by a former administrator', 'second', chief, 'user', ['chief'], 'denied'],
  ['a request without any administrators', 'reader', reader, 'admin', [], 'denied'],
  ['a deleted account', 'chief', undefined, 'admin', ['chief'], 'missing'],
] as const)(
  '%s (by %s, target %o, role %s, administrators %j): %s',
  (_, by, target, role, administrators, kind) => {
    expect(decideRoleChange({ by, target, role, administrators: new Set<string>(administrators) })).toEqual({
      kind,
    })
  },
)
