// Run by `npm pack`: writes a software bill of materials in the CycloneDX format to dist/sbom.cdx.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listProductionPackages } from './lock-file.mjs'

/**
 * Lists the production dependencies of all platforms. `npm sbom --omit dev` would leave out those that a development
 * dependency uses too, so npm gets a lock file without development dependencies.
 *
 * @param {string} root the project folder
 * @returns {string} JSON
 */
export function createSbom(root) {
  const { devDependencies: _, ...manifest } = readJson(join(root, 'package.json'))
  const { packages, ...lock } = readJson(join(root, 'package-lock.json'))
  const { devDependencies: __, ...project } = packages['']
  const paths = listProductionPackages(packages)
  const production = { '': project, ...Object.fromEntries(paths.map((path) => [path, packages[path]])) }
  const parent = mkdtempSync(join(tmpdir(), 'masthead-sbom-'))
  try {
    // npm uses the name of the folder.
    const folder = join(parent, manifest.name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: production }))
    const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    // The settings of `npm pack` reach this process too.
    const overrides = [`--prefix=${folder}`, '--loglevel=error', '--omit=']
    return execFileSync('npm', ['sbom', ...options, ...overrides], { cwd: folder, encoding: 'utf8' })
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const file = join(root, 'dist', 'sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, createSbom(root))
}
