import { tmpdir } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import { parseEnv } from '#platform/process/env.server.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { refuse, startS3Server } from '#platform/testing/s3-server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { CheckResult } from '../doctor/check.ts'
import { runDoctor } from './doctor-command.ts'

const database = await createTestDatabase()
const s3 = await startS3Server()
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await database.drop()
})

/** On a machine without a writable disk. */
async function doctor() {
  const env = parseEnv({
    STORAGE_URL: s3.address('doctor'),
    DATABASE_URL: database.url,
    DATA_DIR: '/proc/masthead',
  })
  const { status, stdout } = await captureOutput(() => runDoctor(env, async () => database, { asJson: true }))
  const results = JSON.parse(stdout) as CheckResult[]
  return { status, stdout, find: (name: string) => results.filter((result) => result.name === name) }
}

it('stores, reads and deletes an object in the storage of the uploads', async () => {
  const { find, stdout } = await doctor()
  expect(find('storage')).toMatchObject([
    { status: 'ok', message: 's3://papers/doctor can be read and written' },
  ])
  expect(find('data folder')).toMatchObject([{ status: 'ok', message: expect.stringContaining(tmpdir()) }])
  expect(find('disk')).toMatchObject([{ message: expect.not.stringContaining('/proc/masthead') }])
  // The credentials of the server.
  expect(stdout).not.toContain('S3RVER')
})

it('names the failure of the storage', async () => {
  s3.intercept = ({ method }, request, response) => {
    if (method !== 'PUT') return false
    request.resume()
    return refuse(response, 403, 'AccessDenied')
  }
  const { find, status } = await doctor()
  expect(status).toBe(1)
  expect(find('storage')).toMatchObject([
    { status: 'failed', message: expect.stringContaining('s3://papers refuses access (AccessDenied)') },
  ])
})
