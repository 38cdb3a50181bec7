import { describe, expect, it } from 'vitest'
import { note, requiredNote, revisionNumber, scheduleForm, updateForm } from './publication-forms.ts'

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

const now = () => new Date('2026-07-01T09:00:00Z')

it('a note may be empty, except for requested changes', () => {
  expect(note.parse('  ')).toBe('')
  expect(requiredNote.parse(' Name the mayor ')).toBe('Name the mayor')
  expect(messages(requiredNote.safeParse(' '))).toEqual([': Describe the changes that are needed'])
  expect(note.safeParse('a'.repeat(2_001)).success).toBe(false)
})

it('a revision has a number that PostgreSQL can hold', () => {
  expect(revisionNumber.parse(2_147_483_647)).toBe(2_147_483_647)
  for (const number of [2_147_483_648, 0, 1.5, '1'])
    expect(revisionNumber.safeParse(number).success, String(number)).toBe(false)
})

describe('updateForm', () => {
  const correction = { kind: 'clarification' as const, text: ' The harbour was open. ' }

  it('requires a text for a correction only', () => {
    const empty = { kind: 'correction' as const, text: ' ' }
    expect(messages(updateForm.safeParse({ updateKind: 'correction', correction: empty }))).toEqual([
      'correction.text: Describe the correction',
    ])
    expect(updateForm.parse({ updateKind: 'minor', correction: empty })).toEqual({ updateKind: 'minor' })
  })

  it('has the note of a correction only', () => {
    expect(updateForm.parse({ updateKind: 'correction', correction })).toEqual({
      updateKind: 'correction',
      correction: { kind: 'clarification', text: 'The harbour was open.' },
    })
    expect(updateForm.parse({ updateKind: 'update', correction })).toEqual({ updateKind: 'update' })
  })
})

it('the time of a planned publication is in the future', () => {
  const update = { updateKind: 'minor' as const, correction: { kind: 'correction' as const, text: '' } }
  expect(messages(scheduleForm(now).safeParse({ at: '2026-07-01T10:00', ...update }))).toEqual([
    'at: Choose a time in the future',
  ])
  expect(scheduleForm(now).parse({ at: '2026-07-01T10:01', ...update })).toEqual({
    at: new Date('2026-07-01T09:01:00Z'),
    updateKind: 'minor',
  })
})
