import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Locked = { version?: string; optionalDependencies?: Record<string, string> }

const file = join(import.meta.dirname, '..', 'package-lock.json')
const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether Node.js would find `name` from the package at `path`: in its own node_modules or in one above. */
function isLocked(name: string, path: string): boolean {
  if (`${path}/node_modules/${name}`.replace(/^\//, '') in packages) return true
  return path !== '' && isLocked(name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))
}

// A registry that holds packages for some machines only makes npm leave the others out of the lock file, and then
// `npm ci` refuses that lock file on every machine.
it('the lock file knows the optional packages for every machine', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(name, path))
      .map(([name, version]) => `${name}@${version}`),
  )
  expect(missing).toEqual([])
})
