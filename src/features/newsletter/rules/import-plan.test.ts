import { expect, it } from 'vitest'
import { readOpening } from './import-opening.ts'
import { createImportAnalysis, type Decisions, readRow } from './import-plan.ts'

const NOW = new Date('2026-11-29T10:00:00Z')

/** Returns the columns that need a decision, and the addresses that become active. */
function read(rows: string[][], decisions: Decisions = {}) {
  const opening = readOpening(rows)
  if (!opening) throw new Error('There are no addresses')
  const analysis = createImportAnalysis(opening, NOW)
  for (const cells of rows.slice(1)) analysis.add(cells)
  const { plan, questions } = analysis.finish()
  const read = rows.slice(1).map((cells) => readRow(cells, plan, { decisions, now: NOW }))
  return {
    asked: questions.map(({ column }) => column),
    active: read.flatMap((one) => (one.kind === 'row' && one.row.isActive ? [one.row.email] : [])),
  }
}

it.each([
  ['State', 'unsub'],
  ['Plan', 'Unsubscribed'],
  ['Company', 'never'],
  ['Note', 'ne veut plus recevoir'],
  ['Note', 'asked to be taken off the list'],
  ['Note', 'no quiere recibir nada'],
  ['Note', 'hat sich beschwert'],
])('asks about a value of %s that says that somebody has left: %s', (heading, value) => {
  const rows = [
    ['E-Mail', heading],
    ['ada@a.example', 'London'],
    ['bo@a.example', value],
  ]
  expect(read(rows)).toEqual({ asked: [heading], active: ['ada@a.example'] })
  expect(read(rows, { [heading]: [] }).active).toEqual(['ada@a.example'])
  expect(read(rows, { [heading]: 'not-consent' }).active).toEqual(['ada@a.example', 'bo@a.example'])
})

it('does not ask about words in names and addresses', () => {
  const rows = [
    ['E-Mail', 'Company', 'Address', 'Plan'],
    ['ada@a.example', 'Newsletter Ltd', '1 Stop Road', 'premium'],
  ]
  expect(read(rows)).toEqual({ asked: [], active: ['ada@a.example'] })
})
