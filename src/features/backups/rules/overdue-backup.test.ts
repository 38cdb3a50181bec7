import { describe, expect, it } from 'vitest'
import { isBackupOverdue, overdueBackupEmail } from './overdue-backup.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

describe('isBackupOverdue', () => {
  it.each([
    ['no backup', { lastBackupAt: null, error: null }, true],
    ['a backup of 36 hours ago', { lastBackupAt: '2026-11-22T00:00:00Z', error: null }, false],
    ['an older backup', { lastBackupAt: '2026-11-21T23:59:59Z', error: null }, true],
    ['a failure after a recent backup', { lastBackupAt: '2026-11-23T02:50:00Z', error: 'Full' }, true],
  ])('%s', (_, state, expected) => {
    expect(isBackupOverdue(state, NOW)).toBe(expected)
  })
})

describe('overdueBackupEmail', () => {
  const options = { host: 'paper.example', dashboardUrl: 'https://paper.example/admin' }

  it('contains the last backup and the cause', () => {
    const state = { lastBackupAt: '2026-11-21T02:50:00Z', error: 'The disk of /b is full.' }
    const { subject, text } = overdueBackupEmail(state, options)
    expect(subject).toBe('No backup of paper.example since 21 November 2026 at 02:50 (London time)')
    expect(text).toContain('The last attempt failed: The disk of /b is full.')
    expect(text).toContain('https://paper.example/admin')
  })

  it('reports that there is no backup', () => {
    const { subject, text } = overdueBackupEmail({ lastBackupAt: null, error: null }, options)
    expect(subject).toBe('There is no backup of paper.example')
    expect(text).not.toContain('attempt')
  })
})
