import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startFakeS3 } from '#features/backups/testing/fake-s3.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { createHealth, createMetrics } from '#platform/server/monitoring.server.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { run } from './cli.ts'

const ROOT = join(import.meta.dirname, '../../..')
const listCommands = (path: string) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.split('\n').filter(Boolean),
  )
const commands = listCommands('docs/operations.md')
const commandsOf = (program: string) => commands.filter((command) => command.startsWith(`${program} `))
/** Programs that change the machine or need services that it may not have. Their arguments are checked. */
const EXTERNAL = ['npm', 'useradd', 'cp', 'alias', 'systemctl', 'docker', 'kubectl']

let database: TestDatabase
let folder: string
let bucket: Awaited<ReturnType<typeof startFakeS3>>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'operations-'))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', folder)
  bucket = await startFakeS3()
  vi.stubEnv('AWS_ENDPOINT_URL', bucket.origin)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('MASTHEAD_BACKUP_PASSPHRASE', 'correct horse battery staple')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket[Symbol.asyncDispose]()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** While the site is empty, as a restore requires. */
describe('docs/backups.md', { timeout: 60_000 }, () => {
  it('has commands that succeed in their order', async () => {
    const backups = join(folder, 'backups')
    await mkdir(backups)
    const created: string[] = []
    const localise = (argument: string) => {
      if (argument.startsWith('postgres:')) return database.url
      if (!/masthead-[\dTZ-]+\.tar\.zst/.test(argument))
        return argument.replace('/var/backups/masthead', backups)
      const isInBucket = argument.startsWith('s3:')
      return created.findLast((address) => address.startsWith('s3:') === isInBucket) ?? argument
    }
    /** The messages of commands that end before they restore again, which `backup-commands.test.ts` does. */
    const failures: Record<string, RegExp> = {
      restore: /^Backup not found: .*\n$/,
      move: /^The site already uses this database\.\n$/,
    }
    const commands = listCommands('docs/backups.md')
    expect(commands.map((command) => command.split(' ', 2)[1])).toEqual(
      expect.arrayContaining(['backup', 'restore', 'move']),
    )
    for (const command of commands) {
      const [name = '', ...given] = command.split(' ').slice(1)
      const failure = given.some((argument) => argument.startsWith('s3:')) ? undefined : failures[name]
      const argv = [name, ...(name === 'restore' && failure ? given : given.map(localise))]
      const { status, stdout, stderr } = await captureOutput(() => run(argv))
      expect({ command, status }).toEqual({ command, status: failure ? 1 : 0 })
      expect(stderr).toMatch(failure ?? /^$/)
      created.push(...(/^Backed up .* to (\S+) \(/.exec(stdout)?.slice(1) ?? []))
    }
    expect(created).toHaveLength(2)
  })
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
      version: '1.2.3',
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
      emails: { sent: 0, failed: 0 },
      countFailingFeeds: async () => 0,
      countLatePublications: async () => 0,
      isUploadsFolderShared: async () => true,
      findBackupAge: async () => 3_600,
      findPurgeAge: async () => 0,
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
    const resources = readFileSync(join(ROOT, 'deploy/kubernetes/site/site.yaml'), 'utf8')
    expect(resources).toContain('secretRef: { name: masthead }')
  })

  it('has no other commands', () => {
    const checked = ['masthead', 'curl', ...EXTERNAL].flatMap(commandsOf)
    expect(checked.toSorted()).toEqual(commands.toSorted())
  })
})
