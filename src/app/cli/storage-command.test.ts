import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { startS3Server } from '#platform/testing/s3-server.ts'
import { run } from './cli.ts'

const s3 = await startS3Server()
const folder = await mkdtemp(join(tmpdir(), 'storage-command-'))
beforeAll(async () => {
  vi.stubEnv('DATA_DIR', folder)
  await mkdir(join(folder, 'article-images'))
  await writeFile(join(folder, 'article-images', '1_a.jpg'), 'image')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const move = (...args: string[]) => captureOutput(() => run(['storage', 'move', ...args]))

it('storage move copies from DATA_DIR to a bucket and from there to a folder, and says what to do next', async () => {
  const address = s3.address('courier')
  expect(await move('--to', address)).toEqual({
    status: 0,
    stdout:
      'Copied and verified 1 file (5 bytes); 0 were there already. Set STORAGE_URL to the new place and STORAGE_FALLBACK_URL to the former one, restart the site, then run the command again.\n',
    stderr: '',
  })
  const other = join(folder, 'other')
  expect((await move('--from', address, '--to', other)).stdout).toMatch(
    /^Copied and verified 1 file \(5 bytes\)/,
  )
  expect(await readFile(join(other, 'article-images', '1_a.jpg'), 'utf8')).toBe('image')
})

it('storage move lists the files that it cannot copy', async () => {
  const other = join(folder, 'conflict')
  await mkdir(join(other, 'article-images'), { recursive: true })
  await writeFile(join(other, 'article-images', '1_a.jpg'), 'another')
  expect(await move('--to', other)).toEqual({
    status: 1,
    stdout:
      'Copied and verified 0 files (0 bytes); 0 were there already; 1 file failed. The files in the former place are unchanged. Correct the cause and run the command again.\n',
    stderr: '1_a.jpg: another file with this name is there\n',
  })
})

it.each([
  [[], 2, 'Usage: masthead storage move --to s3://BUCKET/PREFIX|FOLDER|disk [--from …]\n'],
  [['--to', 'disk'], 2, 'The uploads are there already: name the place to copy from with --from.\n'],
  [
    ['--to', 's3://key:secret@Papers'],
    1,
    's3://Papers is not an address of a bucket such as s3://bucket/folder.\n',
  ],
])('storage move %j ends with status %i', async (args, status, message) => {
  expect(await move(...args)).toEqual({ status, stdout: '', stderr: message })
})
