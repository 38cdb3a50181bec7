import { expect, it } from 'vitest'
import { createReport } from './import-report.ts'

it('keeps examples that PostgreSQL can store', () => {
  const report = createReport()
  report.addItem('article', 'created', `Tea\0${'x'.repeat(195)}\u{1f600}`)
  report.addLoss('forms', 1, '\0')
  const { items, losses } = report.read()
  expect(items.article?.created?.examples).toEqual([`Tea${'x'.repeat(195)}\ufffd`])
  expect(losses).toEqual([{ what: 'forms', count: 1, examples: [] }])
})
