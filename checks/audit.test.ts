import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { listSevereVulnerabilities } from './audit.mjs'

const advisory = { title: 'Code injection', url: 'https://github.com/advisories/GHSA-1' }

it('lists severe vulnerabilities of shipped packages, each under the package that contains it', () => {
  const vulnerabilities = {
    parser: { severity: 'critical', via: ['entities', advisory] },
    entities: { severity: 'high', via: [advisory] },
    client: { severity: 'high', via: ['entities'] },
    mild: { severity: 'moderate', via: [advisory] },
    tool: { severity: 'critical', via: [advisory] },
  }
  const shipped = new Set(['parser', 'entities', 'client', 'mild'])
  expect(listSevereVulnerabilities({ vulnerabilities }, shipped)).toEqual([
    'critical: parser: Code injection (https://github.com/advisories/GHSA-1)',
    'high: entities: Code injection (https://github.com/advisories/GHSA-1)',
  ])
})

it.each([
  [405, {}, 'The packages were NOT checked for known vulnerabilities: 405'],
  [200, {}, 'Severe known vulnerabilities in shipped packages: 0'],
])(
  'passes if the registry responds with status %i and without advisories',
  async (status, advisories, line) => {
    await using registry = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(advisories))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    const script = new URL('audit.mjs', import.meta.url).pathname
    const { stdout } = await promisify(execFile)(process.execPath, [script, `--registry=${url}`])
    expect(stdout).toContain(line)
  },
)
