import { describe, expect, it } from 'vitest'
import { createStorageLimit } from './limit-storage.server.ts'

const KB = 1024
const TOO_MUCH = 'You have saved too much data in the last hour. Please try again later.'
const [ada, ben] = [{ id: 'ada' }, { id: 'ben' }]

describe('createStorageLimit', () => {
  it('limits the text that a person stores', async () => {
    const limit = createStorageLimit(100 * KB)
    await limit(ada, 90 * KB)
    await expect(limit(ada, 90 * KB)).rejects.toThrow(TOO_MUCH)
    await limit(ben, 90 * KB)
  })

  it('counts changes without text', async () => {
    const limit = createStorageLimit(100 * KB)
    const toggle = async () => {
      for (let change = 0; change < 1_000; change += 1) await limit(ada)
    }
    await expect(toggle()).rejects.toThrow(TOO_MUCH)
  })

  it('does not limit the system', async () => {
    const limit = createStorageLimit(100 * KB)
    for (let run = 0; run < 3; run += 1) await limit({ id: null }, 90 * KB)
  })
})
