import { expect, it } from 'vitest'
import { readGhostTables } from './ghost-tables.server.ts'

it('refuses tables that would fill the memory', async () => {
  const row = { id: 't1', name: 'x'.repeat(1_000_000) }
  let read = 0
  async function* rows() {
    for (;;) {
      read += 1
      yield { table: 'tags', row }
    }
  }
  await expect(readGhostTables(rows())).rejects.toThrow('Divide it into several exports.')
  expect(read).toBe(200)
})
