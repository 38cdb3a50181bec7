import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { run } from './cli.ts'

let site: TestDatabase
let folder: string
let paper: string
beforeAll(async () => {
  site = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'import-command-'))
  paper = join(folder, 'paper')
  vi.stubEnv('DATABASE_URL', site.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('NEWS_FETCH', 'off')
  await mkdir(paper)
  await writeFile(join(paper, 'tea.md'), '---\ntitle: Tea\ndate: 2024-05-01\n---\nText')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await site.drop()
  await rm(folder, { recursive: true })
})

const masthead = (...argv: string[]) => captureOutput(() => run(['import', ...argv]))
const titles = async () =>
  (await site.pool.query(`select title from articles where origin = 'editor' order by title desc`)).rows

describe('masthead import', () => {
  it('reports what an import would do, imports a folder, and finds nothing new the second time', async () => {
    expect(await masthead('--dry-run', paper)).toEqual({
      status: 0,
      stdout: 'Articles and pages: 1 new\n',
      stderr: '',
    })
    expect(await titles()).toEqual([])
    expect(await masthead(paper)).toEqual({ status: 0, stdout: 'Articles and pages: 1 new\n', stderr: '' })
    expect(await titles()).toEqual([{ title: 'Tea' }])
    expect((await masthead(paper)).stdout).toBe('Articles and pages: 1 unchanged\n')
    expect(await titles()).toEqual([{ title: 'Tea' }])
  })

  it('keeps folders of two sites apart, even if their files have the same names', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    await writeFile(join(other, 'tea.md'), '---\ntitle: Coffee\ndate: 2024-05-01\n---\nText')
    const newOne = 'Articles and pages: 1 new\n'
    expect((await masthead('--site', 'https://other.example', '--dry-run', other)).stdout).toBe(newOne)
    expect((await masthead('--site', 'https://other.example', other)).stdout).toBe(newOne)
    expect(await titles()).toEqual([{ title: 'Tea' }, { title: 'Coffee' }])
  })

  it.each([
    ['no file', [], 2, /^Usage: masthead import FILE\|FOLDER/],
    ['an unknown option', ['--pages', 'all', '/no/such.zip'], 2, /^Usage: masthead import FILE\|FOLDER/],
    ['a missing file', ['/no/such.zip'], 1, /^File not found: \/no\/such\.zip\.\n$/],
    [
      'a missing file of a dry run',
      ['--dry-run', '/no/such.zip'],
      1,
      /^File not found: \/no\/such\.zip\.\n$/,
    ],
  ])('explains %s', async (_, argv, status, message) => {
    const result = await masthead(...argv)
    expect(result.status).toBe(status)
    expect(result.stderr).toMatch(message)
  })
})
