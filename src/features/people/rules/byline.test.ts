import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeByline, MAX_BYLINE_PEOPLE, namesOfWriters, readByline, writeByline } from './byline.ts'
import { groupByRole } from './group-by-role.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const person = (number: number, name: string, role = '') => ({ id: idOf(number), name, role })

it('reads what it writes', () => {
  const entries = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      name: fc.stringMatching(/^[A-Za-z'-]{1,200}$/),
      role: fc.stringMatching(/^[A-Za-z]{0,60}$/),
    }),
    { selector: ({ id }) => id, maxLength: MAX_BYLINE_PEOPLE },
  )
  fc.assert(
    fc.property(entries, (list) => {
      expect(readByline(writeByline(list))).toEqual(list)
    }),
  )
})

it.each([
  null,
  '',
  '{',
  '{}',
  '[1]',
  '[{"id":"1","name":"A","role":""}]',
  `[{"id":"${idOf(1)}","name":" "}]`,
])('reads nobody from %j', (text) => expect(readByline(text)).toEqual([]))

it('cleans names and roles, skips repeated people and limits their number', () => {
  const many = Array.from({ length: 50 }, (_, number) => person(number, `Name\u0000\n${number}`))
  const read = readByline(JSON.stringify([many[0], ...many]))
  expect(read).toHaveLength(MAX_BYLINE_PEOPLE)
  expect(read[1]).toEqual(person(1, 'Name 1'))
  expect(readByline(JSON.stringify([person(1, 'A', 'x'.repeat(100))]))[0]?.role).toHaveLength(60)
})

it('describes a byline with its roles', () => {
  const entries = [person(1, 'D', 'Photographs'), person(2, 'A'), person(3, 'B'), person(4, 'C')]
  expect(describeByline(writeByline(entries))).toBe('A, B and C. Photographs: D')
  expect(namesOfWriters(entries)).toBe('A, B and C')
  expect(groupByRole(entries).map(({ role }) => role)).toEqual(['', 'Photographs'])
  expect(writeByline([])).toBeNull()
})
