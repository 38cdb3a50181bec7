import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, it, vi } from 'vitest'
import { persistSession } from './session.server.ts'

function createClient({ isLost = false } = {}): pg.Client {
  const query = async () => {
    if (isLost) throw new Error('Client was closed and is not queryable')
  }
  return Object.assign(new EventEmitter(), { query }) as unknown as pg.Client
}

it('opens another connection if the new one was lost before its use', async () => {
  const [first, lost, open] = [createClient(), createClient({ isLost: true }), createClient()]
  const reopen = vi.fn(async () => open).mockResolvedValueOnce(lost)
  const session = persistSession(first, reopen)
  first.emit('end')
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  expect(await session.release()).toBe(open)
})
