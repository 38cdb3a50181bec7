import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Locked = { version?: string; optionalDependencies?: Record<string, string> }

const file = join(import.meta.dirname, '..', 'package-lock.json')
const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether Node.js would resolve `name` from the package at `path`: in its own node_modules or in a parent's. */
function isLocked(name: string, path: string): boolean {
  if (`${path}/node_modules/${name}`.replace(/^\//, '') in packages) return true
  return path !== '' && isLocked(name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))
}

// npm leaves out packages that the registry lacks, and `npm ci` rejects an incomplete lock file on every platform.
it('package-lock.json contains the optional packages for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(name, path))
      .map(([name, version]) => `${name}@${version}`),
  )
  expect(missing).toEqual([])
})
