import { describe, expect, it } from 'vitest'
import {
  assignmentForm,
  bulkAssignmentForm,
  bulkTopicForm,
  ideaForm,
  NOBODY,
  suggestDue,
  toAssignmentForm,
  viewForm,
} from './desk-forms.ts'

const PERSON = '5f8a1c1e-7d1f-4b7e-9a53-3c1d0f0b6a11'
const issues = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message)

describe('assignmentForm', () => {
  it('reads a due date in London time', () => {
    expect(assignmentForm.parse({ assigneeId: PERSON.toUpperCase(), due: '2026-07-01T17:00' })).toEqual({
      assigneeId: PERSON,
      due: new Date('2026-07-01T16:00:00Z'),
    })
  })

  it('removes the assignee and the due date with empty values', () => {
    expect(assignmentForm.parse({ assigneeId: '', due: '' })).toEqual({ assigneeId: null, due: null })
  })

  it('keeps what a caller does not send', () => {
    expect(assignmentForm.partial().parse({ due: '' })).toEqual({ due: null })
    expect(assignmentForm.partial().parse({ assigneeId: '' })).toEqual({ assigneeId: null })
  })

  it.each(['tomorrow', '2026-02-30T10:00', '2026-03-29T01:30'])('rejects the due date %s', (due) => {
    expect(issues(assignmentForm.safeParse({ assigneeId: '', due }))).toEqual(['Enter a valid date and time'])
  })

  it('shows a stored assignment', () => {
    expect(toAssignmentForm(PERSON, '2026-07-01T16:00:00Z')).toEqual({
      assigneeId: PERSON,
      due: '2026-07-01T17:00',
    })
    expect(toAssignmentForm(null, null)).toEqual({ assigneeId: '', due: '' })
  })
})

it('an idea requires a headline and a person', () => {
  expect(issues(ideaForm.safeParse({ title: ' ', assigneeId: '', due: '' }))).toEqual([
    'Enter a headline',
    'Choose a person',
  ])
  expect(ideaForm.parse({ title: ' Ferry\nreturns ', assigneeId: PERSON, due: '' })).toEqual({
    title: 'Ferry returns',
    assigneeId: PERSON,
    due: null,
  })
})

it('an idea keeps a long headline, and rejects one that an article cannot have', () => {
  const idea = { assigneeId: PERSON, due: '' }
  const title = 'x'.repeat(2_000)
  expect(ideaForm.parse({ ...idea, title })).toMatchObject({ title })
  expect(issues(ideaForm.safeParse({ ...idea, title: `${title}x` }))).toEqual([
    'The headline can have 2,000 characters at most',
  ])
})

it('a view requires a name of one line', () => {
  expect(viewForm.parse({ name: ' My\nlist ', isShared: true })).toEqual({ name: 'My list', isShared: true })
  expect(issues(viewForm.safeParse({ name: ' \n', isShared: false }))).toEqual(['Enter a name'])
  expect(issues(viewForm.safeParse({ name: 'x'.repeat(61), isShared: false }))).toEqual([
    'The name can have 60 characters at most',
  ])
})

it('a bulk assignment requires a person or nobody', () => {
  expect(bulkAssignmentForm.parse({ assigneeId: NOBODY })).toEqual({ assigneeId: null })
  expect(bulkAssignmentForm.parse({ assigneeId: null })).toEqual({ assigneeId: null })
  expect(bulkAssignmentForm.parse({ assigneeId: PERSON })).toEqual({ assigneeId: PERSON })
  expect(issues(bulkAssignmentForm.safeParse({ assigneeId: '' }))).toEqual(['Choose a person'])
})

it('a bulk change of topics requires a topic', () => {
  expect(issues(bulkTopicForm.safeParse({ kind: 'add-topic', topicId: '' }))).toEqual(['Choose a topic'])
})

it.each([
  ['2026-11-29', '2026-11-28T17:38:00Z', '2026-11-29T09:00'],
  ['2026-11-28', '2026-11-28T08:59:00Z', '2026-11-28T09:00'],
  ['2026-11-28', '2026-11-28T09:00:00Z', '2026-11-28T10:00'],
  ['2026-11-28', '2026-11-28T17:38:00Z', '2026-11-28T18:00'],
  ['2026-11-28', '2026-11-28T23:30:00Z', '2026-11-28T23:59'],
  // Summer time: 08:30 in London.
  ['2026-07-01', '2026-07-01T07:30:00Z', '2026-07-01T09:00'],
  ['2026-07-01', '2026-07-01T08:30:00Z', '2026-07-01T10:00'],
])('suggests when an article on %s is due, at %s', (day, now, due) => {
  expect(suggestDue(day, new Date(now))).toBe(due)
})
