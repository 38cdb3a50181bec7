import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { flushEmails, queueEmail } from './send-email.server.ts'

const EMAIL = { subject: 'Good morning', text: 'Dear reader,\n', html: '<p>Dear reader,</p>' }
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emails-'))
  vi.stubEnv('DATA_DIR', dataDir)
  setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0)
})
afterAll(() => rm(dataDir, { recursive: true }))

const outbox = () => readdir(join(dataDir, 'outbox')).catch(() => [])

it('waits for all queued emails, including those after a failure', async () => {
  const ready = Promise.withResolvers<void>()
  queueEmail(() => Promise.reject(new Error('no database')))
  queueEmail(async () => undefined)
  queueEmail(async () => {
    await ready.promise
    return { to: 'reader@example.org', ...EMAIL }
  })
  const flushed = flushEmails()
  expect(await outbox()).toEqual([])
  ready.resolve()
  await flushed
  expect(await outbox()).toHaveLength(1)
})

it('stops waiting after the timeout', async () => {
  const never = Promise.withResolvers<undefined>()
  queueEmail(() => never.promise)
  await flushEmails(5)
  never.resolve(undefined)
  await flushEmails()
})
