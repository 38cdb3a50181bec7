import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkVulnerabilities, formatOutcome, hasSevereVulnerability } from './vulnerabilities.mjs'

/** A development dependency that the build copies to dist/. */
const BUNDLED = '@tanstack/start-server-core'
const PACKAGES = {
  '': {
    name: 'site',
    version: '1.0.0',
    dependencies: { parser: '1.0.0' },
    devDependencies: { tool: '1.0.0', [BUNDLED]: '3.0.0' },
  },
  [`node_modules/${BUNDLED}`]: { version: '3.0.0', dev: true },
  'node_modules/parser': { version: '1.0.0', dependencies: { entities: '2.0.0' } },
  'node_modules/entities': { version: '2.0.0' },
  'node_modules/tool': { version: '1.0.0', dev: true },
}
/** The bulk advisory endpoint of a registry. */
const AUDIT_PATH = '/-/npm/v1/security/advisories/bulk'

let folder: string
const servers: Server[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-audit-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(PACKAGES['']))
  const lock = { name: 'site', version: '1.0.0', lockfileVersion: 3, requires: true, packages: PACKAGES }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  mkdirSync(join(folder, 'dist/licenses'), { recursive: true })
  writeFileSync(join(folder, 'dist/licenses/client.json'), '[]')
  const licenses = [{ name: BUNDLED, version: '3.0.0', identifier: 'MIT', text: '' }]
  writeFileSync(join(folder, 'dist/licenses/server.json'), JSON.stringify(licenses))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => rmSync(folder, { recursive: true }))

type Routes = Record<string, object | ((request: IncomingMessage) => object | Promise<object>)>

/** Serves JSON by path, and 405 elsewhere. @returns the URL */
async function serve(routes: Routes): Promise<string> {
  const server = createServer(async (request, response) => {
    const route = routes[request.url ?? '']
    const body = typeof route === 'function' ? await route(request) : route
    response
      .writeHead(body ? 200 : 405, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A port where nobody listens. */
async function unreachableUrl(): Promise<string> {
  const url = await serve({})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  return url
}

/** npm stores advisories in its cache. */
const npmOptionsFor = (registry: string) => [
  `--registry=${registry}`,
  `--cache=${mkdtempSync(join(folder, 'cache-'))}`,
]

const check = (registry: string, osvUrl: string) =>
  checkVulnerabilities(folder, { npmOptions: npmOptionsFor(registry), osvUrl })

const registryWith = (severities: string[]) => {
  const advisory = (id: number, severity: string) => ({
    id,
    url: `https://advisories.example/${id}`,
    title: 'Reads out of bounds',
    severity,
    vulnerable_versions: '<9.0.0',
  })
  const versions = (name: string, version: string) => ({
    name,
    versions: { [version]: { name, version } },
    'dist-tags': { latest: version },
  })
  return serve({
    [AUDIT_PATH]: {
      entities: severities.map((severity, index) => advisory(index + 1, severity)),
      [BUNDLED]: [advisory(8, 'low')],
      tool: [advisory(9, 'critical')],
    },
    '/entities': versions('entities', '2.0.0'),
    '/parser': versions('parser', '1.0.0'),
    '/tool': versions('tool', '1.0.0'),
    [`/${BUNDLED.replace('/', '%2f')}`]: versions(BUNDLED, '3.0.0'),
  })
}

describe('with a registry that has an audit', () => {
  it('reports the vulnerabilities of production packages and of those in dist/', async () => {
    const severities = ['high', 'critical', 'moderate']
    const outcome = await check(await registryWith(severities), await unreachableUrl())
    const findings = severities.map((severity, index) => ({
      package: 'entities',
      severity,
      title: `Reads out of bounds (https://advisories.example/${index + 1})`,
    }))
    const bundled = {
      package: BUNDLED,
      severity: 'low',
      title: 'Reads out of bounds (https://advisories.example/8)',
    }
    expect(outcome).toEqual({ source: 'npm audit', findings: expect.arrayContaining([...findings, bundled]) })
    expect(outcome).toMatchObject({ findings: { length: findings.length + 1 } })
    for (const severity of severities)
      expect(formatOutcome(outcome)).toContain(`${severity}: entities: Reads out of bounds`)
  })

  it('passes without vulnerabilities', async () => {
    const outcome = await check(await serve({ [AUDIT_PATH]: {} }), await unreachableUrl())
    expect(outcome).toEqual({ source: 'npm audit', findings: [] })
    expect(hasSevereVulnerability(outcome)).toBe(false)
  })
})

describe('with a registry that has no audit, and the OSV database', () => {
  it('queries the versions of these packages, and ignores withdrawn records', async () => {
    const records = {
      'GHSA-1': { summary: 'Reads out of bounds', database_specific: { severity: 'HIGH' } },
      'GHSA-2': { database_specific: { severity: 'LOW' }, summary: 'Reads out of bounds' },
      'GHSA-3': { summary: 'Reads out of bounds' },
      'MAL-1': { summary: 'Reads out of bounds' },
      'GHSA-4': { withdrawn: '2026-11-02T00:00:00Z', database_specific: { severity: 'HIGH' } },
    }
    const ids = Object.keys(records)
    const queried: unknown[] = []
    const osvUrl = await serve({
      '/v1/querybatch': async (request) => {
        const { queries } = (await json(request)) as { queries: { package: { name: string } }[] }
        queried.push(...queries)
        const vulns = ids.map((id) => ({ id, modified: '2026-11-01T00:00:00Z' }))
        return { results: queries.map(({ package: { name } }) => (name === 'entities' ? { vulns } : {})) }
      },
      ...Object.fromEntries(
        Object.entries(records).map(([id, record]) => [`/v1/vulns/${id}`, { id, ...record }]),
      ),
    })
    const outcome = await check(await serve({}), osvUrl)
    expect(queried).toEqual([
      { package: { ecosystem: 'npm', name: BUNDLED }, version: '3.0.0' },
      { package: { ecosystem: 'npm', name: 'entities' }, version: '2.0.0' },
      { package: { ecosystem: 'npm', name: 'parser' }, version: '1.0.0' },
    ])
    const severities = { 'GHSA-1': 'high', 'GHSA-2': 'low', 'GHSA-3': 'unknown', 'MAL-1': 'critical' }
    const findings = Object.entries(severities).map(([id, severity]) => ({
      package: 'entities@2.0.0',
      severity,
      title: `Reads out of bounds (https://osv.dev/${id})`,
    }))
    expect(outcome).toEqual({ source: 'OSV', findings })
  })
})

it.each([
  ['high', true],
  ['critical', true],
  ['moderate', false],
  ['low', false],
  ['unknown', false],
])('a vulnerability of %s severity fails the check: %s', (severity, fails) => {
  const findings = [
    { package: 'tool', severity: 'low', title: 'Reads out of bounds' },
    { package: 'entities', severity, title: 'Reads out of bounds' },
  ]
  expect(hasSevereVulnerability({ source: 'npm audit', findings })).toBe(fails)
})

describe('without a registry that has an audit and without the OSV database', () => {
  it('says that nothing was checked, with the reasons, and does not fail', async () => {
    const outcome = await check(await serve({}), await unreachableUrl())
    expect(outcome).toEqual({
      reasons: [
        expect.stringMatching(/^npm audit: 405 Method Not Allowed/),
        expect.stringMatching(/^OSV: connect ECONNREFUSED/),
      ],
    })
    expect(hasSevereVulnerability(outcome)).toBe(false)
    expect(formatOutcome(outcome)).toMatch(
      /^The dependencies were NOT checked for known vulnerabilities\. npm/,
    )
  })

  it('gives up on an OSV database that does not respond', async () => {
    const osvUrl = await serve({ '/v1/querybatch': () => new Promise<object>(() => {}) })
    const npmOptions = npmOptionsFor(await serve({}))
    const outcome = await checkVulnerabilities(folder, { npmOptions, osvUrl, osvTimeoutMs: 100 })
    expect(outcome).toEqual({
      reasons: [expect.any(String), 'OSV: The operation was aborted due to timeout'],
    })
  })
})
