import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Servers that some tests start, with their Debian packages. */
const TEST_SERVERS = [
  { path: '/usr/sbin/pgbouncer', packages: ['pgbouncer'] },
  { path: '/usr/sbin/varnishd', packages: ['varnish', 'varnish-modules'] },
]

/** Installs missing servers as root on Debian. Otherwise, reports that their tests are skipped. */
export async function installTestServers() {
  for (const { path, packages } of TEST_SERVERS)
    if (!existsSync(path) && !(await installPackages(packages)))
      console.log(`Not installed: ${packages.join(', ')}. Their tests are skipped.`)
}

/** @param {string[]} packages Debian's @returns {Promise<boolean>} whether they were installed */
export async function installPackages(packages) {
  if (process.getuid?.() !== 0 || findPrograms(['apt-get']).length === 0) return false
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  return (await run('apt-get', 'update')) && (await run('apt-get', ...install))
}

/** Prints a command, which changes the machine, and runs it. @param {string} command @param {string[]} args */
export async function run(command, ...args) {
  console.log(`Running: ${[command, ...args].join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [code] = await once(spawn(command, args, { env, stdio: 'ignore' }), 'close').catch(() => [null])
  return code === 0
}

/** @param {string[]} names @returns {string[]} paths */
export function findPrograms(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path))
}
