import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { isPostmaster, readPidFile } from '#platform/postgres/pid-file.server.ts'
import { startPostgresProcess } from '#platform/testing/postgres-process.ts'
import {
  createTemporaryFolder,
  listAbandonedFolders,
  removeAbandonedFolders,
  removeTemporaryFolder,
} from './temporary-folders.server.ts'

/** The largest int: no system assigns it. */
const DEAD_PID = 2_147_483_647
const DAY_SECONDS = 24 * 3_600
/** Counts the last change of a folder as older than a day. */
async function age(folder: string): Promise<void> {
  const time = Date.now() / 1_000 - DAY_SECONDS - 1
  await utimes(folder, time, time)
}
let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'temporary-folders-'))
})
afterAll(() => rm(parent, { recursive: true }))

it('creates a missing parent, and removes the folder', async () => {
  const folder = await createTemporaryFolder(join(parent, 'new'), 'restoring-uploads')
  await writeFile(join(folder, 'image.webp'), 'upload')
  await removeTemporaryFolder(folder)
  expect(await readdir(join(parent, 'new'))).toEqual([])
})

it('removes nothing without the parent', async () => {
  expect(await removeAbandonedFolders(join(parent, 'missing'))).toEqual([])
})

it('removes old folders of killed processes only', async () => {
  const folder = join(parent, 'several')
  const own = await createTemporaryFolder(folder, 'restoring-uploads')
  const abandoned = `restoring-uploads-${DEAD_PID}-abc123`
  const recent = `restoring-uploads-${DEAD_PID}-def456`
  for (const name of [abandoned, recent, 'article-images', `article-images-${DEAD_PID}-abc123`])
    await mkdir(join(folder, name))
  await writeFile(join(folder, abandoned, 'image.webp'), 'upload')
  for (const name of await readdir(folder)) if (name !== recent) await age(join(folder, name))
  expect(await removeAbandonedFolders(folder)).toEqual([abandoned])
  expect(await readdir(folder)).not.toContain(abandoned)
  expect((await stat(own)).isDirectory()).toBe(true)
  expect(await readdir(folder)).toHaveLength(4)
})

it('removes folders of killed processes of this machine at once', async () => {
  const folder = join(parent, 'recent')
  const own = `scratch-database-${DEAD_PID}@${hostname()}-abc123`
  const others = `scratch-database-${DEAD_PID}@another-host-abc123`
  const running = `scratch-database-${process.pid}@${hostname()}-abc123`
  for (const name of [own, others, running]) await mkdir(join(folder, name), { recursive: true })
  expect(await listAbandonedFolders(folder)).toEqual([join(folder, own)])
  expect(await removeAbandonedFolders(folder)).toEqual([own])
  expect(await readdir(folder)).toEqual(expect.arrayContaining([others, running]))
})

it('removes all unfinished restores if the site is running, also those of another container', async () => {
  const folder = join(parent, 'used')
  const restores = [`restoring-uploads-${process.pid}@another-host-abc123`, 'restoring-uploads-7-abc123']
  const scratch = `scratch-database-${process.pid}@another-host-abc123`
  for (const name of [...restores, scratch]) await mkdir(join(folder, name), { recursive: true })
  expect((await removeAbandonedFolders(folder, { isUsed: true })).sort()).toEqual(restores.sort())
  expect(await readdir(folder)).toEqual([scratch])
})

it('lists nothing in a folder that does not exist', async () => {
  expect(await listAbandonedFolders(join(parent, 'missing'))).toEqual([])
})

it('stops the PostgreSQL of a killed process', async () => {
  const folder = join(parent, 'scratch')
  const name = `scratch-database-${DEAD_PID}-abc123`
  await mkdir(join(folder, name), { recursive: true })
  await chmod(join(folder, name), 0o711)
  const owner = await startPostgresProcess(join(folder, name))
  const directory = await postgresDirectory(join(folder, name))
  const server = await readPidFile(directory)
  if (!server) throw new Error('The server is not running')
  await owner.kill()
  expect(await isPostmaster(server.pid, directory)).toBe(true)
  await age(join(folder, name))
  expect(await removeAbandonedFolders(folder)).toEqual([name])
  expect(await isPostmaster(server.pid, directory)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})
