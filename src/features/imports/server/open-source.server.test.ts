import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeZip } from '../testing/write-zip.ts'
import { openSource, paperOf } from './open-source.server.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'masthead-open-'))
})

afterAll(() => rm(dir, { recursive: true }))

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

const GHOST = '{"db":[{"meta":{"version":"6.0.0"},"data":{"posts":[]}}]}'
const MEDIUM = '<!DOCTYPE html><article class="h-entry"><h1 class="p-name">A</h1></article>'

it.each([
  [
    'wordpress',
    'site.xml',
    '<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>',
  ],
  ['ghost', 'site.json', GHOST],
  [
    'ghost',
    'ghost.zip',
    writeZip([
      { name: 'a/site.json', content: GHOST },
      { name: 'a/content/images/README.md', content: 'x' },
    ]),
  ],
  [
    'substack',
    'substack.zip',
    writeZip([
      { name: 'posts.csv', content: 'post_id,title\n' },
      { name: 'posts/1.a.html', content: '<p>x</p>' },
    ]),
  ],
  ['medium', 'medium.zip', writeZip([{ name: 'posts/2024-01-01_A-abcdef123456.html', content: MEDIUM }])],
  ['folder', 'folder.zip', writeZip([{ name: 'posts/a.md', content: '# A' }])],
] as const)('recognises an export of the format %s: %s', async (format, name, content) => {
  await using source = await openSource(await write(name, content))
  expect(source.format).toBe(format)
})

it('recognises a folder', async () => {
  await mkdir(join(dir, 'notes'))
  await write('notes/a.md', '# A')
  await using source = await openSource(join(dir, 'notes'))
  expect(source.format).toBe('folder')
})

it.each([
  ['a.csv', 'email\na@b.example', 'Lists of subscribers are imported under Newsletter, Subscribers.'],
  ['b.json', '{"a":1}', 'This is not an export that can be imported.'],
  ['c.xml', '<rss><channel><item/></channel></rss>', 'This is not an export that can be imported.'],
  ['d.zip', writeZip([{ name: 'a.txt', content: 'x' }]), 'This is not an export that can be imported.'],
])('explains that %s is no export', async (name, content, message) => {
  await expect(openSource(await write(name, content))).rejects.toThrow(message)
})

it('names the paper by the given site if the export does not contain one', async () => {
  await mkdir(join(dir, 'site'))
  await write('site/a.md', '# A')
  const read = async (site?: string) => {
    await using source = await openSource(join(dir, 'site'), { site })
    return [source.siteUrl, paperOf(source)]
  }
  expect(await read()).toEqual([null, 'folder'])
  expect(await read('https://www.courier.example/blog/')).toEqual([
    'https://www.courier.example/blog/',
    'folder courier.example/blog',
  ])
  await write('site/hugo.toml', 'baseURL = "https://own.example/"')
  expect(await read('https://courier.example')).toEqual(['https://own.example/', 'folder own.example'])
})
