// Fails if `npm audit` knows a vulnerability of high or critical severity in a package that is shipped: one that npm
// installs with Masthead, or whose code is in dist/. Needs a build.
import { spawnSync } from 'node:child_process'
import { createSbom } from './sbom.mjs'

/**
 * @typedef {{ title: string, url: string }} Advisory
 * @typedef {{ message?: string, vulnerabilities?: Record<string, { severity: string, via: (Advisory | string)[] }> }} Audit
 */

/**
 * @param {Audit} audit the output of `npm audit --json`
 * @param {ReadonlySet<string>} shipped names of packages
 * @returns {string[]} one line for each vulnerability of a shipped package
 */
export function listSevereVulnerabilities({ vulnerabilities = {} }, shipped) {
  return Object.entries(vulnerabilities)
    .filter(([name, { severity }]) => shipped.has(name) && ['high', 'critical'].includes(severity))
    .flatMap(([name, { severity, via }]) =>
      // A string names a vulnerable dependency, which has an entry of its own.
      via.flatMap((cause) =>
        typeof cause === 'object' ? [`${severity}: ${name}: ${cause.title} (${cause.url})`] : [],
      ),
    )
}

if (import.meta.main) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', ...process.argv.slice(2)]
  const { stdout, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  })
  /** @type {Audit} */
  const audit = stdout?.startsWith('{') ? JSON.parse(stdout) : { message: error?.message ?? stderr.trim() }
  if (audit.vulnerabilities) {
    const isAny = Object.keys(audit.vulnerabilities).length > 0
    const shipped = isAny ? createSbom().components.map(({ name }) => name) : []
    const found = listSevereVulnerabilities(audit, new Set(shipped))
    console.log([`Severe known vulnerabilities in shipped packages: ${found.length}`, ...found].join('\n'))
    process.exitCode = found.length === 0 ? 0 : 1
  } else {
    // Registries other than npm's often have no advisories.
    console.log(`The packages were NOT checked for known vulnerabilities: ${audit.message}`)
  }
}
