import { describe, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { fail, ok, runChecks } from './check.ts'

describe('runChecks', () => {
  it('counts errors and checks that take too long as failed', async () => {
    const check = { name: 'slow', fix: 'Wait.' }
    const results = await runChecks(
      [
        { ...check, run: () => new Promise(() => {}) },
        { ...check, run: () => Promise.reject(new Error('refused\nstack')) },
        { ...check, run: () => Promise.reject(new StartupError('The disk is full: free some space.')) },
        { ...check, run: async () => [ok('fine'), fail('worse', 'Repair it.')] },
      ],
      20,
    )
    expect(results).toEqual([
      { name: 'slow', status: 'failed', message: 'no response within 0.02 s', fix: 'Wait.' },
      { name: 'slow', status: 'failed', message: 'refused', fix: 'Wait.' },
      { name: 'slow', status: 'failed', message: 'The disk is full: free some space.' },
      { name: 'slow', status: 'ok', message: 'fine' },
      { name: 'slow', status: 'failed', message: 'worse', fix: 'Repair it.' },
    ])
  })
})
