import { expect, it } from 'vitest'
import { decideRoleChange } from './decide-role-change.ts'

const chief = { id: 'chief', role: 'admin' } as const
const second = { id: 'second', role: 'admin' } as const
const reader = { id: 'reader', role: 'user' } as const
const banned = { id: 'banned', role: 'admin' } as const

it.each([
  ['an administrator makes another', 'chief', reader, 'admin', ['chief'], 'change'],
  ['an administrator takes it from another', 'chief', second, 'user', ['chief', 'second'], 'change'],
  ['one who may no longer sign in is demoted', 'chief', banned, 'user', ['chief'], 'change'],
  ['somebody has the role already', 'chief', second, 'admin', ['chief', 'second'], 'unchanged'],
  ['a plain user has it already', 'chief', reader, 'user', ['chief'], 'unchanged'],
  ['one wants to be rid of it', 'chief', chief, 'user', ['chief', 'second'], 'own'],
  ['the last one wants to be rid of it', 'chief', chief, 'user', ['chief'], 'last'],
  ['a plain user asks', 'reader', reader, 'admin', ['chief'], 'denied'],
  ['one asks who was demoted meanwhile', 'second', chief, 'user', ['chief'], 'denied'],
  ['nobody is an administrator', 'reader', reader, 'admin', [], 'denied'],
  ['the account is gone', 'chief', undefined, 'admin', ['chief'], 'missing'],
] as const)('when %s: %s %o to %s of %j is %s', (_, by, target, role, administrators, kind) => {
  expect(decideRoleChange({ by, target, role, administrators: new Set<string>(administrators) })).toEqual({
    kind,
  })
})
