// Run by `npm pack`: writes a software bill of materials in the CycloneDX format to dist/sbom.cdx.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listShippedPackages, packageName, resolvePackage } from './lock-file.mjs'

/**
 * Lists the packages that npm installs, on all platforms, and those whose code is in dist/. npm would list the latter with
 * the tools or leave them out, since they are development dependencies, so it gets a lock file with exactly these
 * packages.
 *
 * @param {string} root the project folder, after a build
 * @returns {string} JSON
 */
export function createSbom(root) {
  const { devDependencies: _, ...manifest } = readJson(join(root, 'package.json'))
  const { packages, ...lock } = readJson(join(root, 'package-lock.json'))
  const { devDependencies: __, ...project } = packages['']
  const paths = new Set(listShippedPackages(root))
  const bundled = [...paths].filter((path) => packages[path].dev || packages[path].devOptional)
  const dependencies = {
    ...manifest.dependencies,
    // Different versions, in nested folders, belong to the packages there.
    ...Object.fromEntries(
      bundled
        .filter((path) => path.lastIndexOf('node_modules/') === 0)
        .map((path) => [packageName(path, packages[path]), packages[path].version]),
    ),
  }
  Object.assign(manifest, { dependencies })
  Object.assign(project, { dependencies })
  const shipped = { '': project, ...Object.fromEntries([...paths].map((path) => [path, packages[path]])) }
  for (const path of bundled) shipped[path] = withoutTools(packages, path, paths)
  const parent = mkdtempSync(join(tmpdir(), 'masthead-sbom-'))
  try {
    // npm uses the name of the folder.
    const folder = join(parent, manifest.name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: shipped }))
    const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    // The settings of `npm pack` reach this process too.
    const overrides = [`--prefix=${folder}`, '--loglevel=error', '--omit=']
    return execFileSync('npm', ['sbom', ...options, ...overrides], { cwd: folder, encoding: 'utf8' })
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/**
 * Returns a bundled package without the dependencies that only its build tools need.
 *
 * @param {Record<string, import('./lock-file.mjs').LockedPackage>} packages
 * @param {string} path
 * @param {ReadonlySet<string>} shipped
 */
function withoutTools(packages, path, shipped) {
  const { dev: _, devOptional: __, peerDependencies: ___, dependencies = {}, ...entry } = packages[path]
  const kept = Object.entries(dependencies).filter(([name]) =>
    shipped.has(resolvePackage(packages, name, path) ?? ''),
  )
  return { ...entry, dependencies: Object.fromEntries(kept) }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const file = join(root, 'dist', 'sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, createSbom(root))
}
