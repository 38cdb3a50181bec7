import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setSiteOrigin } from '#platform/site-origin.server.ts'
import { sendLetterLater, settleLetters } from './send-letter.server.ts'

const LETTER = { subject: 'Good morning', text: 'Dear reader,\n', html: '<p>Dear reader,</p>' }
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'letters-'))
  vi.stubEnv('DATA_DIR', dataDir)
  setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0)
})
afterAll(() => rm(dataDir, { recursive: true }))

const outbox = () => readdir(join(dataDir, 'outbox')).catch(() => [])

it('waits for every letter that is under way, whatever becomes of the others', async () => {
  const found = Promise.withResolvers<void>()
  sendLetterLater(() => Promise.reject(new Error('no database')))
  sendLetterLater(async () => undefined)
  sendLetterLater(async () => {
    await found.promise
    return { to: 'reader@example.org', letter: LETTER }
  })
  const settled = settleLetters()
  expect(await outbox()).toEqual([])
  found.resolve()
  await settled
  expect(await outbox()).toHaveLength(1)
})

it('waits no longer than it may', async () => {
  const never = Promise.withResolvers<undefined>()
  sendLetterLater(() => never.promise)
  await settleLetters(5)
  never.resolve(undefined)
  await settleLetters()
})
