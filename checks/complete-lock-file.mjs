// Run after every `npm install`: node checks/complete-lock-file.mjs
//
// Packages with native binaries list one optional dependency for each platform. If the registry lacks some of them, npm
// leaves them out of package-lock.json, and `npm ci` rejects the incomplete file on every platform. This script adds
// the missing entries, with the platform derived from the package name.
import { readFileSync, writeFileSync } from 'node:fs'

const OS = /(?<=[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)(?=-|musl|$)/
const CPU = /(?<=[-/])(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)(?=-|$)/

/**
 * @param {Record<string, { dev?: boolean, optionalDependencies?: Record<string, string> }>} packages of package-lock.json
 * @returns {[string, object][]} the missing entries
 */
export function missingPackages(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      )
      .map(
        ([name, version]) =>
          /** @type {[string, object]} */ ([`node_modules/${name}`, entryFor(name, version, dev)]),
      ),
  )
}

/** @param {string} name @param {string} version @param {boolean | undefined} dev */
function entryFor(name, version, dev) {
  const os = OS.exec(name)?.slice(1)
  const cpu = CPU.exec(name)?.slice(1)
  if (!os && !cpu) throw new Error(`Cannot derive the platform from the package name ${name}`)
  const libc = name.includes('musl') ? ['musl'] : os?.includes('linux') ? ['glibc'] : undefined
  return { version, cpu, dev, libc, optional: true, os }
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = missingPackages(lock.packages)
  const packages = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  console.log(`Added ${added.length} packages for other platforms to package-lock.json.`)
}
