import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * An entry of `packages` in package-lock.json (version 3), by its path such as `node_modules/a/node_modules/b`.
 *
 * @typedef {object} LockedPackage
 * @property {string} [name] if it differs from the path
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/**
 * Finds the package that Node.js would load as `name` from the package at `path`: in its own node_modules or in a
 * parent's.
 *
 * @param {Record<string, LockedPackage>} packages
 * @param {string} name
 * @param {string} path
 * @returns {string | undefined} its path
 */
export function resolvePackage(packages, name, path) {
  const candidate = `${path}/node_modules/${name}`.replace(/^\//, '')
  if (candidate in packages) return candidate
  if (path === '') return undefined
  return resolvePackage(packages, name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))
}

/**
 * Lists the packages that `npm install masthead` installs, for all platforms. The flags of the lock file are not
 * sufficient: entries of other platforms lack them, and they include optional peers.
 *
 * @param {Record<string, LockedPackage>} packages
 * @returns {string[]} their paths
 */
export function listProductionPackages(packages) {
  const found = new Set([''])
  for (const path of found) {
    for (const name of productionDependencies(packages[path] ?? {})) {
      const dependency = resolvePackage(packages, name, path)
      if (dependency) found.add(dependency)
    }
  }
  found.delete('')
  return [...found].sort()
}

/**
 * Lists the packages whose code runs in production: those that npm installs, and those that the build copied to dist/.
 *
 * @param {string} root the project folder, after a build
 * @returns {string[]} their paths in the lock file
 */
export function listShippedPackages(root) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = readJson(join(root, 'package-lock.json'))
  const bundled = new Set(
    ['client', 'server']
      .flatMap((side) => readJson(join(root, 'dist/licenses', `${side}.json`)))
      .map(({ name, version }) => `${name}@${version}`),
  )
  const copied = Object.entries(packages)
    .filter(([path, entry]) => bundled.has(`${packageName(path, entry)}@${entry.version}`))
    .map(([path]) => path)
  return [...new Set([...listProductionPackages(packages), ...copied])].sort()
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** @param {LockedPackage} entry */
function productionDependencies({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/**
 * @param {string} path
 * @param {LockedPackage} entry
 */
export function packageName(path, { name }) {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
