import { expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { monitorStorage } from './storage-monitor.server.ts'

it('reports when the storage goes away, and when it responds again', async () => {
  let failure: Error | undefined
  let requests = 0
  const reported: (string | undefined)[] = []
  const monitor = monitorStorage(
    async () => {
      requests += 1
      if (failure) throw failure
    },
    (problem) => reported.push(problem),
    1,
  )
  await eventually(() => expect(requests).toBeGreaterThan(2))
  expect([monitor.problem, reported]).toEqual([undefined, []])
  failure = new Error('s3://papers does not respond.')
  await eventually(() => expect(monitor.problem).toBe('s3://papers does not respond.'))
  failure = undefined
  await eventually(() => expect(monitor.problem).toBeUndefined())
  expect(reported).toEqual(['s3://papers does not respond.', undefined])
  monitor.close()
})
