import { expect, it } from 'vitest'
import { initialsOf } from './PresenceList.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean le Rond d’Alembert', 'JD'],
  ['李 小龙', '李小'],
  [' ', '?'],
])('abbreviates %j as %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
