import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkVulnerabilities, formatOutcome, hasSevereVulnerability } from './vulnerabilities.mjs'

const PACKAGES = {
  '': {
    name: 'site',
    version: '1.0.0',
    dependencies: { parser: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
  },
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

const registryWith = (severity: string) => {
  const advisory = (id: number) => ({
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
    [AUDIT_PATH]: { entities: [advisory(1)], tool: [advisory(2)] },
    '/entities': versions('entities', '2.0.0'),
    '/parser': versions('parser', '1.0.0'),
    '/tool': versions('tool', '1.0.0'),
  })
}

describe('with a registry that has an audit', () => {
  it.each([
    ['high', true],
    ['critical', true],
    ['moderate', false],
  ])(
    'reports the vulnerabilities of production packages; %s ones fail the check: %s',
    async (severity, fails) => {
      const outcome = await check(await registryWith(severity), await unreachableUrl())
      expect(outcome).toEqual({
        source: 'npm audit',
        findings: [
          { package: 'entities', severity, title: 'Reads out of bounds (https://advisories.example/1)' },
        ],
      })
      expect(hasSevereVulnerability(outcome)).toBe(fails)
      expect(formatOutcome(outcome)).toContain(`${severity}: entities: Reads out of bounds`)
    },
  )

  it('passes without vulnerabilities', async () => {
    const outcome = await check(await serve({ [AUDIT_PATH]: {} }), await unreachableUrl())
    expect(outcome).toEqual({ source: 'npm audit', findings: [] })
    expect(hasSevereVulnerability(outcome)).toBe(false)
  })
})

describe('with a registry that has no audit, and the OSV database', () => {
  const osvWith = async (record: object, queried: unknown[] = []) =>
    serve({
      '/v1/querybatch': async (request) => {
        const { queries } = (await json(request)) as { queries: { package: { name: string } }[] }
        queried.push(...queries)
        return {
          results: queries.map(({ package: { name } }) =>
            name === 'entities' ? { vulns: [{ id: 'GHSA-1', modified: '2026-11-01T00:00:00Z' }] } : {},
          ),
        }
      },
      '/v1/vulns/GHSA-1': record,
    })

  it('queries the versions of the production packages', async () => {
    const queried: unknown[] = []
    await check(await serve({}), await osvWith({ id: 'GHSA-1' }, queried))
    expect(queried).toEqual([
      { package: { ecosystem: 'npm', name: 'entities' }, version: '2.0.0' },
      { package: { ecosystem: 'npm', name: 'parser' }, version: '1.0.0' },
    ])
  })

  it.each([
    [{ id: 'GHSA-1', database_specific: { severity: 'HIGH' } }, 'high', true],
    [{ id: 'GHSA-1', database_specific: { severity: 'LOW' } }, 'low', false],
    [{ id: 'GHSA-1' }, 'unknown', false],
    [{ id: 'MAL-1' }, 'critical', true],
  ])('%j is of %s severity and fails the check: %s', async (record, severity, fails) => {
    const outcome = await check(await serve({}), await osvWith({ summary: 'Reads out of bounds', ...record }))
    const title = 'Reads out of bounds (https://osv.dev/GHSA-1)'
    expect(outcome).toEqual({ source: 'OSV', findings: [{ package: 'entities@2.0.0', severity, title }] })
    expect(hasSevereVulnerability(outcome)).toBe(fails)
  })

  it('ignores withdrawn records', async () => {
    const record = {
      id: 'GHSA-1',
      withdrawn: '2026-11-02T00:00:00Z',
      database_specific: { severity: 'HIGH' },
    }
    const outcome = await check(await serve({}), await osvWith(record))
    expect(outcome).toEqual({ source: 'OSV', findings: [] })
  })
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
