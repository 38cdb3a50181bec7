import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { run } from './cli.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postgres-commands-'))
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', '')
})
afterAll(() => rm(dataDir, { recursive: true }))

const masthead = (...argv: string[]) => captureOutput(() => run(argv))

describe('masthead postgres', () => {
  it('upgrade does nothing without a database of an earlier version', async () => {
    expect(await masthead('postgres', 'upgrade')).toEqual({
      status: 0,
      stdout: 'The database does not need an upgrade.\n',
      stderr: '',
    })
    expect(await readdir(dataDir)).toEqual([])
  })

  it('upgrade says in one line what is missing', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
    expect(await masthead('postgres', 'upgrade')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database in .* was created by PostgreSQL 9, [^\n]*\n$/),
    })
    expect(await masthead('postgres', 'upgrade', '--from-backup', '/no/such/file')).toMatchObject({
      status: 1,
      stderr: 'Backup not found: /no/such/file.\n',
    })
    expect(await masthead('postgres', 'upgrade', 'now')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Usage: masthead postgres upgrade/),
    })
  })

  it('remove-former deletes the former database only', async () => {
    const former = join(dataDir, 'postgres-8-before-upgrade')
    for (const folder of [former, join(dataDir, 'postgres-7-before-upgrade')]) await mkdir(folder)
    await writeFile(join(former, 'masthead-replaced-at'), '2026-11-01T00:00:00.000Z')
    expect(await masthead('postgres', 'remove-former')).toMatchObject({
      status: 0,
      stdout: `Deleted ${former}.\n`,
    })
    expect(await masthead('postgres', 'remove-former')).toMatchObject({
      stdout: 'There is no former database.\n',
    })
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres-7-before-upgrade'])
  })
})
