import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary } from '#features/media/testing/library-fixture.ts'
import { startS3Server } from '#platform/testing/s3-server.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { writeWxr } from '../testing/write-wxr.ts'
import { continueImport } from './import-runner.server.ts'
import { addImport, findActiveImport, findImport, startImport } from './imports.server.ts'
import { openExportStore } from './uploaded-exports.server.ts'

const { db, bucket, dir } = await openLibrary()
const s3 = await startS3Server()
afterAll(() => s3[Symbol.asyncDispose]())

// The parameters differ, so that each machine has a connection of its own.
const machine = (name: string, parameter: string) => ({
  exports: openExportStore({ DATA_DIR: join(dir, name), STORAGE_URL: s3.address('site') + parameter }),
  dir: join(dir, name, 'temporary'),
})
const [first, second] = [machine('first', ''), machine('second', '&pathStyle=true')]

async function continueOn(machine: typeof first): Promise<void> {
  const active = await findActiveImport(db)
  if (!active) return expect.fail('No import is active')
  const onError = (error: unknown) => expect.fail(String(error))
  const services = { db, bucket, outbound: null, onError, ...machine }
  await continueImport(services, active, new AbortController().signal)
}

async function upload(): Promise<string> {
  const id = randomUUID()
  await writeFile(join(dir, id), writeWxr([{ id: 1 }]))
  await first.exports.bucket.putFile(id, join(dir, id))
  const path = first.exports.pathOf(id)
  const added = { id, name: 'courier.xml', path, options: DEFAULT_OPTIONS }
  await addImport(db, COMMAND_LINE_ACTOR, { ...added, state: 'checking' })
  return id
}

it('is checked and imported by any machine that shares the storage, then deleted', async () => {
  const id = await upload()
  await continueOn(second)
  expect(await findImport(db, id)).toMatchObject({ state: 'ready', format: 'wordpress' })
  await startImport(db, COMMAND_LINE_ACTOR, { id, options: DEFAULT_OPTIONS })
  await continueOn(first)
  expect(await findImport(db, id)).toMatchObject({
    state: 'done',
    results: { article: { created: { count: 1 } } },
  })
  expect(await second.exports.bucket.list()).toEqual([])
  for (const machine of [first, second]) expect(await readdir(machine.dir)).toEqual([])
})

it('is asked for again if it is missing', async () => {
  const id = await upload()
  await first.exports.bucket.remove(id)
  await continueOn(second)
  const failure = 'The uploaded export is missing. Upload it again.'
  expect(await findImport(db, id)).toMatchObject({ state: 'failed', failure })
})
