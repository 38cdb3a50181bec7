// Checks the packages whose code runs in production for known vulnerabilities. The status is 1 if one is of high or
// critical severity.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { listShippedPackages, packageName } from './lock-file.mjs'

/**
 * `severity`: low, moderate, high, critical or unknown.
 *
 * @typedef {{ package: string, severity: string, title: string }} Finding
 * @typedef {{ source: string, findings: Finding[] } | { reasons: string[] }} Outcome `reasons`: nothing was checked
 */

const NPM_TIMEOUT_MS = 30_000
const OSV_TIMEOUT_MS = 10_000
/** The most that one request may contain (https://google.github.io/osv.dev/post-v1-querybatch/). */
const MAX_OSV_QUERIES = 1_000
const FAILING = new Set(['high', 'critical'])

/**
 * Uses the registry's audit, else the OSV database.
 *
 * @param {string} root the project folder
 * @param {{ npmOptions?: string[], osvUrl?: string, osvTimeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export async function checkVulnerabilities(root, options = {}) {
  const { npmOptions = [], osvUrl = 'https://api.osv.dev', osvTimeoutMs = OSV_TIMEOUT_MS } = options
  const reasons = []
  try {
    return { source: 'npm audit', findings: await auditWithNpm(root, npmOptions) }
  } catch (error) {
    reasons.push(`npm audit: ${describeError(error)}`)
  }
  try {
    return { source: 'OSV', findings: await queryOsv(root, osvUrl, AbortSignal.timeout(osvTimeoutMs)) }
  } catch (error) {
    reasons.push(`OSV: ${describeError(error)}`)
  }
  return { reasons }
}

/**
 * @param {string} root
 * @param {string[]} npmOptions
 * @returns {Promise<Finding[]>}
 * @throws if the registry has no audit
 */
async function auditWithNpm(root, npmOptions) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', ...npmOptions]
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'ignore'])
  const child = spawn('npm', args, { cwd: root, stdio, timeout: NPM_TIMEOUT_MS })
  const failed = new Promise((_, reject) => child.once('error', reject))
  const output = await Promise.race([text(child.stdout), failed])
  if (output === '') throw new Error(`no response in ${NPM_TIMEOUT_MS / 1_000} s`)
  const { vulnerabilities, message } = JSON.parse(output)
  if (!vulnerabilities) throw new Error(message ?? 'unexpected output')
  const shipped = new Set(listShippedPackages(root))
  // `via` lists advisories of the package itself, and the names of vulnerable packages that it depends on.
  return Object.values(vulnerabilities)
    .filter(({ nodes }) => nodes.some((path) => shipped.has(path)))
    .flatMap(({ name, via }) =>
      via
        .filter((cause) => typeof cause === 'object')
        .map(({ severity, title, url }) => ({ package: name, severity, title: `${title} (${url})` })),
    )
}

/**
 * @param {string} root
 * @param {string} osvUrl
 * @param {AbortSignal} signal
 * @returns {Promise<Finding[]>}
 */
async function queryOsv(root, osvUrl, signal) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const queries = listShippedPackages(root).map((path) => ({
    package: { ecosystem: 'npm', name: packageName(path, packages[path]) },
    version: packages[path].version,
  }))
  /** @type {{ name: string, version: string, id: string }[]} */
  const matches = []
  for (let start = 0; start < queries.length; start += MAX_OSV_QUERIES) {
    const batch = queries.slice(start, start + MAX_OSV_QUERIES)
    const body = JSON.stringify({ queries: batch })
    const { results } = await requestJson(`${osvUrl}/v1/querybatch`, { method: 'POST', body, signal })
    for (const [index, { vulns = [] }] of results.entries())
      for (const { id } of vulns)
        matches.push({ name: batch[index].package.name, version: batch[index].version, id })
  }
  const findings = []
  for (const { name, version, id } of matches) {
    const record = await requestJson(`${osvUrl}/v1/vulns/${encodeURIComponent(id)}`, { signal })
    if (record.withdrawn) continue
    const title = `${record.summary ?? 'no summary'} (https://osv.dev/${id})`
    findings.push({ package: `${name}@${version}`, severity: osvSeverity(record), title })
  }
  return findings
}

/** Malicious packages have no severity. @param {any} record */
function osvSeverity({ id, database_specific }) {
  return id.startsWith('MAL-') ? 'critical' : (database_specific?.severity?.toLowerCase() ?? 'unknown')
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function requestJson(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** @param {any} error */
function describeError(error) {
  return error.cause?.message || error.message
}

/** @param {Outcome} outcome */
export function hasSevereVulnerability(outcome) {
  return 'findings' in outcome && outcome.findings.some(({ severity }) => FAILING.has(severity))
}

/** @param {Outcome} outcome */
export function formatOutcome(outcome) {
  if ('reasons' in outcome)
    return `The dependencies were NOT checked for known vulnerabilities. ${outcome.reasons.join('; ')}`
  const { source, findings } = outcome
  const summary = `Known vulnerabilities of packages in production (${source}): ${findings.length}`
  return [summary, ...findings.map((found) => `${found.severity}: ${found.package}: ${found.title}`)].join(
    '\n',
  )
}

if (import.meta.main) {
  const outcome = await checkVulnerabilities(fileURLToPath(new URL('..', import.meta.url)))
  console.log(formatOutcome(outcome))
  process.exitCode = hasSevereVulnerability(outcome) ? 1 : 0
}
