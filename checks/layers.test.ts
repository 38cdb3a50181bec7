import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBreaches } from './layers.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'masthead-layers-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function breachesOf(path: string, text: string): string[] {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return findBreaches(root)
}

const lines = (count: number) => '// a line\n'.repeat(count)

describe('the house’s rules forbid', () => {
  it.each([
    ['domain to import a feature', 'src/domain/a.ts', `import { b } from '#features/articles/b.ts'`],
    ['domain to import the platform', 'src/domain/a.ts', `import { b } from '../platform/b.ts'`],
    ['ui to import domain', 'src/ui/A.tsx', `import type { B } from '#domain/b.ts'`],
    ['the platform to import a feature', 'src/platform/a.ts', `export { b } from '#features/feeds/b.ts'`],
    ['a feature to import a route', 'src/features/feeds/a.ts', `const a = await import('#routes/b.tsx')`],
    ['a feature to import what composes it', 'src/features/feeds/a.ts', `import '#src/main.ts'`],
    ['an import over several lines', 'src/domain/a.ts', `import {\n  b,\n  c,\n} from '#ui/b.tsx'`],
  ])('%s', (_, path, text) => {
    expect(breachesOf(path, text)).toEqual([expect.stringMatching(/^src\/.* may not import src\//)])
  })

  it('a feature to import another that is not listed', () => {
    expect(breachesOf('src/features/ads/a.ts', `import { b } from '#features/feeds/b.ts'`)).toEqual([
      'src/features/ads/a.ts: ads may not import the feature feeds (see checks/layers.ts)',
    ])
  })

  it.each([
    ['a component', 'src/features/ads/Ad.tsx'],
    ['a route without handlers of its own', 'src/routes/ads.tsx'],
    ['a bare module of the platform', 'src/platform/ads.ts'],
  ])('%s to import what is for the server', (_, path) => {
    const text = `import { b } from '#platform/b.server.ts'`
    expect(breachesOf(path, text)).toEqual([
      `${path}: src/platform/b.server.ts is for the server, and this file may reach a browser`,
    ])
  })

  it.each([
    [
      'the environment read elsewhere',
      'src/platform/a.server.ts',
      'process.env.PORT',
      /env\.server\.ts only$/,
    ],
    ['a file without a name', 'src/ui/index.ts', '', /"index" says nothing/],
    ['a file with a vague name', 'bin/utils.mjs', '', /"utils" says nothing/],
    ['a folder with a vague name', 'src/platform/helpers/a.ts', '', /"helpers" says nothing/],
    ['a long file', 'src/domain/a.test.ts', lines(401), /: 401 lines, where 400 are the most$/],
    ['a thick route', 'src/routes/a.tsx', lines(61), /: 61 lines, where 60 are the most$/],
    ['unfinished work', 'checks/a.mjs', `// ${'TO'}${'DO'}: finish`, /left to do/],
  ])('%s', (_, path, text, breach) => {
    expect(breachesOf(path, text)).toEqual([expect.stringMatching(breach)])
  })
})

describe('the house’s rules allow', () => {
  const server = `import { b } from '#platform/b.server.ts'`
  it.each([
    ['a route to import everything below', 'src/routes/a.tsx', `import { b } from '#features/ads/b.ts'`],
    [
      'a feature to import a listed one',
      'src/features/feeds/a.ts',
      `import { b } from '#features/articles/b.ts'`,
    ],
    [
      'a type of the server in a component',
      'src/features/ads/A.tsx',
      `import type { B } from './b.server.ts'`,
    ],
    ['a server function to import the server', 'src/features/ads/a.functions.ts', server],
    ['a route’s handlers to import the server', 'src/routes/a.ts', `${server}\nserver: { handlers: {} }`],
    ['a test to import the server', 'src/features/ads/a.test.ts', server],
    ['the entry point to import the server', 'src/main.ts', server],
    ['npm packages everywhere', 'src/domain/a.ts', `import * as z from 'zod'`],
    ['the environment where it is parsed', 'src/platform/env.server.ts', 'process.env'],
    ['the environment in a test', 'src/domain/a.test.ts', 'process.env'],
    ['an index route', 'src/routes/index.tsx', lines(60)],
    ['a file of 400 lines', 'src/domain/a.ts', lines(400)],
    ['what is generated', 'src/routeTree.gen.ts', lines(1000)],
  ])('%s', (_, path, text) => {
    expect(breachesOf(path, text)).toEqual([])
  })
})
