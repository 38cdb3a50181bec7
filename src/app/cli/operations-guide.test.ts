import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHealth, createMetrics } from '#platform/http/monitoring.server.ts'
import { createPageCache } from '#platform/pages/page-cache.server.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { run } from './cli.ts'

const ROOT = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.split('\n').filter(Boolean),
)
const commandsOf = (program: string) => commands.filter((command) => command.startsWith(`${program} `))
/** Programs that change the machine or need services that it may not have. Their arguments are checked. */
const EXTERNAL = ['npm', 'useradd', 'cp', 'alias', 'systemctl', 'docker', 'kubectl']

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'operations-'))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('docs/operations.md', () => {
  it.each([...new Set(commandsOf('masthead'))].toSorted())('"%s" succeeds', async (command) => {
    const { status, stderr } = await captureOutput(() => run(command.split(' ').slice(1)))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each(commandsOf('curl'))('"%s" succeeds', async (command) => {
    const metrics = createMetrics({
      cache: createPageCache({ maxBytes: 1024 }),
      stream: {
        metrics: { open: 0, addresses: 0, topics: 0, events: 0, opened: 0, refused: 0, dropped: 0 },
      },
      watchdog: { blocks: 0 },
      reports: { counts: new Map() },
      countLatePublications: async () => 0,
      isUploadsFolderShared: async () => true,
      findBackupAge: async () => 3_600,
      disks: [],
    })
    const probes = [createHealth(async () => false), metrics.handle]
    await using site = await startTestSite(async () => new Response('', { status: 404 }), { probes })
    const args = command.split(' ').slice(1)
    const { stdout } = await promisify(execFile)(
      'curl',
      args.map((argument) => argument.replace(':3000', `:${site.port}`)),
    )
    expect(stdout).toMatch(/^ok\n$|masthead_pages_total/)
  })

  it('names files of the repository, and units and resources of their files', () => {
    for (const command of EXTERNAL.flatMap(commandsOf)) {
      for (const path of command.match(/\bdeploy\/[^\s"]+/g) ?? [])
        expect(existsSync(join(ROOT, path)), path).toBe(true)
      if (command.startsWith('systemctl ')) expect(command).toMatch(/ (masthead|daemon-reload)$/)
    }
    const unit = readFileSync(join(ROOT, 'deploy/masthead.service'), 'utf8')
    const setting = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]
    expect(commandsOf('useradd').join()).toMatch(new RegExp(` ${setting('User')}$`))
    const alias = commandsOf('alias').join()
    expect(alias).toContain(` --uid=${setting('User')} `)
    expect(alias).toContain(` --setenv=${setting('Environment')} `)
    expect(alias).toContain(` --property=EnvironmentFile=${setting('EnvironmentFile')} `)
    expect(alias).toMatch(new RegExp(` ${setting('ExecStart')?.replace(/ start$/, '')}'$`))
    const resources = readFileSync(join(ROOT, 'deploy/kubernetes.yaml'), 'utf8')
    expect(resources).toContain('secretRef: { name: masthead }')
  })

  it('has no other commands', () => {
    const checked = ['masthead', 'curl', ...EXTERNAL].flatMap(commandsOf)
    expect(checked.toSorted()).toEqual(commands.toSorted())
  })
})
