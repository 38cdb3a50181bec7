import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuild, sourceFingerprint } from './build.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-build-'))
  await mkdir(join(root, 'src/app'), { recursive: true })
  await mkdir(join(root, 'src/ui'), { recursive: true })
  await mkdir(join(root, 'node_modules/vite/bin'), { recursive: true })
  await writeFile(join(root, 'src/ui/page.tsx'), 'one')
  await writeFile(join(root, 'package.json'), '{}')
  await vite(`
    const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
    mkdirSync('dist/client/assets', { recursive: true })
    writeFileSync('dist/client/assets/app.js', 'let value = 42;'.repeat(200))
    writeFileSync('dist/client/assets/tiny.js', '42')
    writeFileSync('dist/client/image.webp', Buffer.alloc(4000))
    mkdirSync('dist/server', { recursive: true })
    for (const side of ['client', 'server']) writeFileSync('dist/' + side + '/licenses.json', '[]')
    writeFileSync('src/app/routeTree.gen.ts', String(Math.random()))
    appendFileSync('vite.log', process.env.NODE_ENV + ' ' + process.argv.slice(2) + '\\n')`)
})

afterEach(() => rm(root, { recursive: true, force: true }))

const vite = (script: string) => writeFile(join(root, 'node_modules/vite/bin/vite.js'), script)
const readBuilt = (path: string) => readFile(join(root, 'dist/client', path))

describe('ensureBuild', () => {
  it('builds once, for production', async () => {
    expect(await ensureBuild(root)).toBe(true)
    expect(await ensureBuild(root)).toBe(false)
    expect(await readFile(join(root, 'vite.log'), 'utf8')).toBe('production build\n')
  })

  it('rebuilds when a source has changed', async () => {
    await ensureBuild(root)
    await writeFile(join(root, 'src/ui/page.tsx'), 'two')
    expect(await ensureBuild(root)).toBe(true)
  })

  it('rebuilds after an interrupted build', async () => {
    const good = await readFile(join(root, 'node_modules/vite/bin/vite.js'), 'utf8')
    await ensureBuild(root)
    await writeFile(join(root, 'src/ui/page.tsx'), 'two')
    await vite(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`)
    await expect(ensureBuild(root)).rejects.toThrow('The build failed.')
    await writeFile(join(root, 'src/ui/page.tsx'), 'one')
    await vite(good)
    expect(await ensureBuild(root)).toBe(true)
  })

  it('keeps the licenses of the bundled packages apart from what is served', async () => {
    await ensureBuild(root)
    expect((await readdir(join(root, 'dist/licenses'))).sort()).toEqual(['client.json', 'server.json'])
    expect(await readdir(join(root, 'dist/client'))).not.toContain('licenses.json')
  })

  it('writes compressed variants of files that become smaller', async () => {
    await ensureBuild(root)
    expect((await readdir(join(root, 'dist/client'), { recursive: true })).sort()).toEqual([
      'assets',
      'assets/app.js',
      'assets/app.js.br',
      'assets/app.js.gz',
      'assets/tiny.js',
      'image.webp',
    ])
    const content = await readBuilt('assets/app.js')
    expect(brotliDecompressSync(await readBuilt('assets/app.js.br'))).toEqual(content)
    expect(gunzipSync(await readBuilt('assets/app.js.gz'))).toEqual(content)
  })
})

describe('sourceFingerprint', () => {
  it.each([
    ['a changed source', 'src/ui/page.tsx', true],
    ['a new file', 'src/ui/other.tsx', true],
    ['a new configuration file', 'vite.config.ts', true],
    ['a new public file', 'public/robots.txt', true],
    ['a new test', 'src/ui/page.test.tsx', false],
    ['a generated file', 'src/app/routeTree.gen.ts', false],
    ['a file that is not built', 'docs/guide.md', false],
  ])('depends on %s (%s): %s', async (_, path, isSource) => {
    const before = sourceFingerprint(root)
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), 'changed')
    expect(sourceFingerprint(root) !== before).toBe(isSource)
  })

  it('does not depend on the folder', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'masthead-build-'))
    await cp(root, copy, { recursive: true })
    expect(sourceFingerprint(copy)).toBe(sourceFingerprint(root))
    await rm(copy, { recursive: true })
  })
})
