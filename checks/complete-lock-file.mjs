// Run after every `npm install`: node checks/complete-lock-file.mjs
//
// Packages with native binaries list one optional dependency for each platform. If the registry lacks some of them, npm
// leaves them out of package-lock.json, and `npm ci` rejects the incomplete file on every platform. This script adds
// the missing entries, with the platform derived from the package name.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolvePackage } from './lock-file.mjs'

const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const CPU_ARCHITECTURES = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = missingPackages(lock.packages)
for (const [path, entry] of added) lock.packages[path] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Added ${added.length} packages for other platforms to package-lock.json.`)

function missingPackages(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !resolvePackage(packages, name, path))
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, dev)]),
  )
}

function entryFor(name, version, dev) {
  const words = name.split(/[-/]/)
  const os = OPERATING_SYSTEMS.filter((system) => words.includes(system))
  const cpu = CPU_ARCHITECTURES.filter((cpu) => words.includes(cpu))
  const libc = words.includes('musl') ? ['musl'] : os.includes('linux') ? ['glibc'] : []
  if (os.length + cpu.length === 0)
    throw new Error(`Cannot derive the platform from the package name ${name}`)
  return {
    version,
    ...(cpu.length ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc.length ? { libc } : {}),
    optional: true,
    ...(os.length ? { os } : {}),
  }
}
