import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const KUBECTL = '/usr/bin/kubectl'
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const lines = (path: string) => read(path).split('\n').filter(Boolean)

/** The variables in the table of docs/configuration.md. */
const documented = new Set(
  [...read('docs/configuration.md').matchAll(/^\| (`[A-Z_]+`[^|]*)\|/gm)].flatMap(([, names = '']) =>
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

  it('contains the npm package and its production dependencies only', () => {
    expect(dockerfile).toMatch(/^RUN npm pack .*tar -xzf \S+ -C \/app /m)
    expect(dockerfile).toMatch(/^RUN npm pkg delete devDependencies && npm prune /m)
    const copied = [...runtime.matchAll(/^COPY (.+)$/gm)].map(([, operands]) => operands)
    // A package-lock.json would mark a checkout, which is built at each start.
    expect(copied).toEqual(['--from=build /build/node_modules ./node_modules', '--from=build /app ./'])
  })

  it('has the masthead command of the guides', () => {
    expect(runtime).toContain('ln -s /app/bin/masthead.mjs /usr/local/bin/masthead')
    expect(runtime).toMatch(/^ENTRYPOINT \["masthead"\]$/m)
  })

  it('runs as a user other than root, with a health check and documented variables', () => {
    expect(/^USER (\w+)$/m.exec(runtime)?.[1]).toBe('node')
    expect(runtime).toMatch(/^HEALTHCHECK .*\/livez/m)
    const [, variables = ''] = /^ENV (.+)$/m.exec(runtime) ?? []
    for (const variable of variables.split(' ')) expect(variable.split('=')[0]).toSatisfy(isDocumented)
  })

  it('has a health check that asks the server at PORT', async () => {
    const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.+\])$/m.exec(runtime) ?? []
    const [, ...args] = JSON.parse(command) as string[]
    const check = (port: number) => {
      const env = { ...process.env, PORT: String(port) }
      return promisify(execFile)(process.execPath, args, { env })
    }
    const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      await expect(check((server.address() as AddressInfo).port)).resolves.toEqual({ stdout: '', stderr: '' })
    } finally {
      server.close()
    }
    await expect(check(1)).rejects.toMatchObject({ code: 1, stderr: '' })
  })
})

describe('.dockerignore', () => {
  it('excludes what Git ignores, such as deploy/.env with its password', () => {
    const excluded = new Set(lines('.dockerignore').map((line) => line.replace('**/', '')))
    const ignored = lines('.gitignore').map((line) => line.replace(/^\/|\/$/g, ''))
    expect(ignored).toContain('.env')
    expect(ignored.filter((line) => !excluded.has(line))).toEqual([])
    expect(lines('.dockerignore')).toEqual(expect.arrayContaining(['.git', '**/.env']))
  })
})

describe('compose.yaml', () => {
  const { services, volumes, configs } = parse(read('deploy/compose.yaml'))

  it('runs Masthead with a read-only root file system, after PostgreSQL', () => {
    expect(services.masthead).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      tmpfs: ['/tmp'],
      // With the variables that have no line of their own, such as BACKUP_TO.
      env_file: '.env',
      build: { dockerfile: 'deploy/Dockerfile' },
      depends_on: { postgres: { condition: 'service_healthy' } },
    })
    expect(Object.keys(services.masthead.environment)).toSatisfy((names: string[]) =>
      names.every(isDocumented),
    )
  })

  it('connects with roles without superuser privileges, which it creates as docs/configuration.md says', () => {
    const { DATABASE_URL, MIGRATION_DATABASE_URL } = services.masthead.environment
    const roleIn = (url: string) => new URL(url.replaceAll(/\$\{[^}]*\}/g, 'secret')).username
    expect([DATABASE_URL, MIGRATION_DATABASE_URL].map(roleIn)).toEqual(['masthead_app', 'masthead_owner'])
    const [{ source, target }] = services.postgres.configs
    expect(target).toMatch(/^\/docker-entrypoint-initdb\.d\/.*\.sql$/)
    const [, documented = ''] = /^```sql\n(create role .*?)^```$/ms.exec(read('docs/configuration.md')) ?? []
    expect(documented).toContain('create database masthead owner masthead_owner;')
    const content: string = configs[source].content
    expect(content.replaceAll(/\$\{POSTGRES_PASSWORD\}/g, '…')).toContain(documented)
  })

  it('declares the volumes that it uses', () => {
    const used = Object.values(services as Record<string, { volumes: string[] }>).flatMap((service) =>
      service.volumes.map((volume) => volume.split(':')[0]),
    )
    expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted())
  })
})

describe('kubernetes', () => {
  const readAll = (path: string) => parseAllDocuments(read(path)).map((document) => document.toJS())
  const resources = readAll('deploy/kubernetes/site/site.yaml')
  const { spec } = resources.find(({ kind }) => kind === 'Deployment')
  const [container] = spec.template.spec.containers

  it('runs without root, with probes and documented variables', () => {
    // The Pod Security Standard "restricted".
    expect(spec.template.spec).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      volumes: [{ persistentVolumeClaim: {} }, { emptyDir: {} }],
    })
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/livez')
    for (const { name } of container.env) expect(name).toSatisfy(isDocumented)
  })

  it('gives a pod more time to stop than it drains', () => {
    const grace = container.env.find(({ name }: { name: string }) => name === 'SHUTDOWN_GRACE_SECONDS')
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(grace.value) + 45)
  })

  it('migrates in a job of its own, with the same rights and image', () => {
    const [job] = readAll('deploy/kubernetes/migrate/migrate.yaml')
    const [migrate] = job.spec.template.spec.containers
    expect(job.kind).toBe('Job')
    expect(migrate.args).toEqual(['migrate'])
    expect(migrate.securityContext).toEqual(container.securityContext)
    expect(migrate.image).toBe(container.image)
    expect(container.env).toContainEqual({ name: 'MIGRATE_ON_START', value: 'off' })
    const images = ['site', 'migrate'].map(
      (name) => readAll(`deploy/kubernetes/${name}/kustomization.yaml`)[0].images,
    )
    expect(images[0]).toEqual(images[1])
  })

  it.skipIf(!existsSync(KUBECTL)).each([
    ['site', ['PersistentVolumeClaim', 'Service', 'Deployment']],
    ['migrate', ['Job']],
  ])('%s is accepted by Kustomize', (name, kinds) => {
    const { status, stdout, stderr } = spawnSync(KUBECTL, [
      'kustomize',
      join(ROOT, 'deploy/kubernetes', name),
    ])
    expect([status, stderr.toString()]).toEqual([0, ''])
    const built = parseAllDocuments(stdout.toString()).map((document) => document.toJS())
    expect(built.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    expect(stdout.toString()).toMatch(/^ +image: masthead:latest$/m)
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

  it.skipIf(!existsSync(SYSTEMD_ANALYZE))('has an exposure below 2', () => {
    const unit = join(ROOT, 'deploy/masthead.service')
    const { stdout } = spawnSync(SYSTEMD_ANALYZE, ['security', '--offline=yes', unit])
    const [, exposure] =
      /Overall exposure level for masthead\.service: ([\d.]+)/.exec(stdout.toString()) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  })

  it('creates files that only its user can read', () => {
    expect(read('deploy/masthead.service')).toMatch(/^UMask=0077$/m)
  })
})

describe('monitoring', () => {
  const source = read('src/platform/server/monitoring.server.ts')
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
    for (const name of names) expect(source).toContain(`'${name.replace(/_(bucket|count|sum)$/, '')}'`)
  })

  it('shows what each alert is about on the dashboard', () => {
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join()
    for (const name of rules.flatMap(({ expr }) => expr.match(/\bmasthead_\w+/g) ?? []))
      expect(shown).toContain(name)
  })

  it.each([
    [3_600, false],
    [129_601, true],
    [Number.NaN, true],
  ])('a backup of %d seconds is overdue: %s', (age, isOverdue) => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'MastheadBackupOverdue') ?? {}
    // With one time series, "or" of PromQL is that of JavaScript, and so is the comparison of NaN.
    const compared = expr.split(' or ').map((comparison) => {
      const [, operator, right = ''] = /^masthead_backup_age_seconds (>|!=) (\w+)$/.exec(comparison) ?? []
      const other = Number.isNaN(Number(right)) ? age : Number(right)
      return operator === '>' ? age > other : age !== other
    })
    expect(compared.includes(true)).toBe(isOverdue)
  })

  it('documents each alert, and has a panel once', () => {
    const guide = read('docs/operations.md')
    for (const { alert } of rules) expect(guide).toContain(`| \`${alert}\` |`)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
