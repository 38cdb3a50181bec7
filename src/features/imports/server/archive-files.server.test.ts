import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeZip, type ZippedFile } from '../testing/write-zip.ts'
import { type ArchiveFiles, openArchiveFiles, readArchiveFile } from './archive-files.server.ts'

let dir: string
const opened: ArchiveFiles[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archive-files-'))
})

afterEach(async () => {
  for (const files of opened.splice(0)) await files[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

async function open(path: string) {
  const files = await openArchiveFiles(path)
  opened.push(files)
  return files
}

async function openZip(...entries: ZippedFile[]) {
  const path = join(dir, 'export.zip')
  await writeFile(path, writeZip(entries))
  return open(path)
}

const text = async (files: ArchiveFiles, name: string, maxBytes = 1_000) =>
  (await readArchiveFile(files, name, maxBytes))?.toString()

describe('a zip archive', () => {
  it('has files, which are read one by one', async () => {
    const files = await openZip(
      { name: 'posts/größe.html', content: '<p>Größe</p>' },
      { name: 'images/', content: '' },
      { name: 'a.csv', content: 'a,b' },
    )
    expect(files.names).toEqual(['a.csv', 'posts/größe.html'])
    expect(await text(files, 'posts/größe.html')).toBe('<p>Größe</p>')
    expect(await text(files, 'missing')).toBeUndefined()
  })

  it.each(['../outside', 'a/../../outside', '/etc/passwd', 'C:/x'])('is refused with the path %s', (name) =>
    expect(openZip({ name, content: 'x' })).rejects.toThrow(/^The zip archive cannot be read: /),
  )

  it('has no hidden files, nor the attributes that macOS adds', async () => {
    const files = await openZip(
      { name: 'site/a.md', content: 'A' },
      { name: 'site/.DS_Store', content: 'x' },
      { name: '.obsidian/b.md', content: 'B' },
      { name: '__MACOSX/site/._a.md', content: 'x' },
      { name: './c.md', content: 'C' },
    )
    expect(files.names).toEqual(['./c.md', 'site/a.md'])
  })

  it('has no symbolic links', async () => {
    const files = await openZip({ name: 'link', content: '/etc/passwd', mode: 0o120777 })
    expect(files.names).toEqual([])
    expect(await files.open('link')).toBeNull()
  })

  it('is refused if it would unpack to far more than its size', () =>
    expect(openZip({ name: 'bomb', content: 'x', size: 3_000_000_000 })).rejects.toThrow(
      'and would unpack to 3 GB',
    ))

  it('ends with an error where a file is longer than the archive says', async () => {
    const files = await openZip({ name: 'bomb', content: Buffer.alloc(1_000_000), size: 10 })
    await expect(text(files, 'bomb')).rejects.toThrow(/^The zip archive cannot be read: .*too many bytes/)
  })

  it('opens no file that is larger than the limit', async () => {
    const files = await openZip({ name: 'large', content: 'x'.repeat(11) })
    await expect(text(files, 'large', 10)).rejects.toThrow('large is larger than 10 bytes (11 bytes).')
  })

  it('is refused if it is cut off', async () => {
    const path = join(dir, 'export.zip')
    await writeFile(path, writeZip([{ name: 'a', content: 'a' }]).subarray(0, 40))
    await expect(open(path)).rejects.toThrow(/^The zip archive cannot be read: /)
  })
})

describe('a folder', () => {
  it('has files, without links and hidden files', async () => {
    await mkdir(join(dir, 'posts', '.git'), { recursive: true })
    await writeFile(join(dir, 'posts', 'one.md'), '# One')
    await writeFile(join(dir, 'posts', '.git', 'config'), '')
    await symlink('/etc/passwd', join(dir, 'passwd'))
    await symlink('/etc', join(dir, 'etc'))
    const files = await open(dir)
    expect(files.names).toEqual(['posts/one.md'])
    expect(await text(files, 'posts/one.md')).toBe('# One')
    expect(await files.open('../outside')).toBeNull()
  })

  it('does not follow a link that has replaced a file or a folder', async () => {
    await mkdir(join(dir, 'posts'))
    await writeFile(join(dir, 'posts', 'passwd'), '')
    await writeFile(join(dir, 'one.md'), '')
    const files = await open(dir)
    await rm(join(dir, 'posts'), { recursive: true })
    await rm(join(dir, 'one.md'))
    await symlink('/etc', join(dir, 'posts'))
    await symlink('/etc/passwd', join(dir, 'one.md'))
    expect(await files.open('posts/passwd')).toBeNull()
    expect(await files.open('one.md')).toBeNull()
  })

  it('opens no file that is larger than the limit', async () => {
    await writeFile(join(dir, 'large.xml'), '')
    await truncate(join(dir, 'large.xml'), 10_000_000_000)
    const files = await open(dir)
    await expect(files.open('large.xml')).rejects.toThrow('large.xml is larger than 4 GB (10 GB).')
  })
})

it('opens a file alone', async () => {
  await writeFile(join(dir, 'export.xml'), '<rss/>')
  const files = await open(join(dir, 'export.xml'))
  expect(files.names).toEqual(['export.xml'])
  expect(await text(files, 'export.xml')).toBe('<rss/>')
})

it('says that a file does not exist', () =>
  expect(openArchiveFiles(join(dir, 'missing'))).rejects.toThrow(/^File not found: .*missing\.$/))
