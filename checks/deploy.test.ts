import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The variables in the table of the README. */
const documented = new Set(
  [...read('README.md').matchAll(/^\| (`[A-Z_]+`[^|]*)\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  ),
)
const isDocumented = (name: string) => name === 'NODE_ENV' || documented.has(name)

describe('Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile')
  const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  it('uses the Node.js version of the project', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(versions).toEqual([dependencies.node, dependencies.node])
  })

  it('copies all that the package contains', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    const copied = [...runtime.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' ').map((path) => path.replace('/build/', '')),
    )
    for (const file of files) expect(copied, file).toContain(file.split('/')[0])
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'node_modules']))
    // It marks a checkout, which would be built at each start.
    expect(copied).not.toContain('package-lock.json')
  })

  it('runs as a user other than root, with a health check and documented variables', () => {
    expect(/^USER (\w+)$/m.exec(runtime)?.[1]).toBe('node')
    expect(runtime).toMatch(/^HEALTHCHECK .*\/livez/m)
    const [, variables = ''] = /^ENV (.+)$/m.exec(runtime) ?? []
    for (const variable of variables.split(' ')) expect(variable.split('=')[0]).toSatisfy(isDocumented)
  })

  it('has a health check that reports a server that does not respond', () => {
    const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.+\])$/m.exec(runtime) ?? []
    const [, ...args] = JSON.parse(command) as string[]
    const { status, stderr } = spawnSync(
      process.execPath,
      args.map((text) => text.replace(':3000', ':1')),
    )
    expect([status, stderr.toString()]).toEqual([1, ''])
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'))

  it('runs Masthead with a read-only root file system, after PostgreSQL', () => {
    expect(services.masthead).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      tmpfs: ['/tmp'],
      build: { dockerfile: 'deploy/Dockerfile' },
      depends_on: { postgres: { condition: 'service_healthy' } },
    })
    expect(Object.keys(services.masthead.environment)).toSatisfy((names: string[]) =>
      names.every(isDocumented),
    )
  })

  it('declares the volumes that it uses', () => {
    const used = Object.values(services as Record<string, { volumes: string[] }>).flatMap((service) =>
      service.volumes.map((volume) => volume.split(':')[0]),
    )
    expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted())
  })
})

describe('kubernetes.yaml', () => {
  const resources = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS())
  const { spec } = resources.find(({ kind }) => kind === 'Deployment')
  const [container] = spec.template.spec.containers

  it('runs without root, with probes and documented variables', () => {
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/livez')
    for (const { name } of container.env) expect(name).toSatisfy(isDocumented)
  })

  it('gives a pod more time to stop than it drains', () => {
    const grace = container.env.find(({ name }: { name: string }) => name === 'SHUTDOWN_GRACE_SECONDS')
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(grace.value) + 45)
  })

  it('mounts one shared volume, whose claim exists', () => {
    const claim = resources.find(({ kind }) => kind === 'PersistentVolumeClaim')
    expect(claim.spec.accessModes).toEqual(['ReadWriteMany'])
    const [data] = spec.template.spec.volumes
    expect(data.persistentVolumeClaim.claimName).toBe(claim.metadata.name)
    expect(resources.find(({ kind }) => kind === 'Service').spec.selector).toEqual(
      spec.template.metadata.labels,
    )
  })
})

describe('masthead.service', () => {
  it('sets documented variables, and reloads with SIGHUP', () => {
    const unit = read('deploy/masthead.service')
    for (const [, name = ''] of unit.matchAll(/^Environment=(\w+)=/gm)) expect(name).toSatisfy(isDocumented)
    expect(unit).toMatch(/^ExecReload=.*-HUP/m)
  })

  it.skipIf(!existsSync(SYSTEMD_ANALYZE))('is accepted by systemd-analyze', () => {
    const { status, stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', join(ROOT, 'deploy/masthead.service')])
    // It also checks the units of the machine.
    const problems = stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes('masthead'))
    expect([status, problems]).toEqual([0, []])
  })
})

describe('monitoring', () => {
  const source = read('src/platform/http/monitoring.server.ts')
  const rules = parse(read('deploy/prometheus-rules.yaml')).groups.flatMap(
    (group: { rules: { alert: string; expr: string }[] }) => group.rules,
  ) as { alert: string; expr: string }[]
  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { id: number; targets: { expr: string }[] }[]
  }

  it('uses metrics that exist', () => {
    const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(
      ({ expr }) => expr,
    )
    const names = expressions.flatMap((expr) => expr.match(/\bmasthead_\w+/g) ?? [])
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(source).toContain(`'${name}'`)
  })

  it('documents each alert, and has a panel once', () => {
    const guide = read('docs/operations.md')
    for (const { alert } of rules) expect(guide).toContain(`| \`${alert}\` |`)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
