import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { run } from './cli.ts'

let site: TestDatabase
let folder: string
beforeAll(async () => {
  site = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'export-command-'))
  vi.stubEnv('DATABASE_URL', site.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('SITE_URL', 'https://courier.example')
  vi.stubEnv('PORT', '1')
  await site.pool.query(`insert into articles (title, origin) values ('Tea', 'editor')`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await site.drop()
  await rm(folder, { recursive: true })
})

const masthead = (...argv: string[]) => captureOutput(() => run(argv))

describe('masthead export', () => {
  it('writes a file, does not overwrite it, and is recorded in the audit log', async () => {
    const file = join(folder, 'paper.xml')
    expect(await masthead('export', '--format', 'wordpress', file)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Exported to .*paper\.xml \(.* kB\)\.\n$/),
      stderr: '',
    })
    const xml = await readFile(file, 'utf8')
    expect(xml).toContain('<title><![CDATA[Tea]]></title>')
    expect(xml).toContain('<wp:base_site_url>https://courier.example</wp:base_site_url>')
    const { rows } = await site.pool.query('select action, subject, actor_email from audit_log')
    expect(rows).toEqual([{ action: 'paper.export', subject: 'paper.xml', actor_email: 'masthead command' }])
    expect(await masthead('export', '--format', 'wordpress', file)).toMatchObject({
      status: 1,
      stderr: `${file} already exists.\n`,
    })
  })

  it('writes times in the time zone of the newspaper', async () => {
    onTestFinished(() => applyPlace(DEFAULT_PLACE))
    await site.pool.query(`insert into site_settings values ('time_zone', 'Asia/Tokyo')`)
    await site.pool.query(`update articles set published_at = '2026-11-21T20:00:00Z'`)
    const file = join(folder, 'tokyo.xml')
    expect(await masthead('export', '--format', 'wordpress', file)).toMatchObject({ status: 0 })
    const xml = await readFile(file, 'utf8')
    expect(xml).toContain('<wp:post_date><![CDATA[2026-11-22 05:00:00]]></wp:post_date>')
    expect(xml).toContain('<wp:post_date_gmt><![CDATA[2026-11-21 20:00:00]]></wp:post_date_gmt>')
  })

  it('leaves no file behind when it fails', async () => {
    await site.pool.query(`alter table articles rename column sponsored_by to sponsor`)
    try {
      await expect(run(['export', '--format', 'markdown', join(folder, 'failed.zip')])).rejects.toThrow()
    } finally {
      await site.pool.query(`alter table articles rename column sponsor to sponsored_by`)
    }
    expect(await readdir(folder)).not.toContain('failed.zip')
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('says that the site must be running for a static site', async () => {
    expect(await masthead('export', '--format', 'site', join(folder, 'site.zip'))).toMatchObject({
      status: 1,
      stderr: 'The site does not respond at http://localhost:1. Start it, and try again.\n',
    })
    expect(await readdir(folder)).not.toContain('site.zip')
  })

  it.each([
    ['no format', ['paper.zip'], 2, '--format must be one of masthead, wordpress, ghost, markdown, site.\n'],
    ['another format', ['--format', 'pdf', 'paper.pdf'], 2, /^--format must be one of /],
    ['no file', ['--format', 'ghost'], 2, /^Usage: masthead export/],
    [
      'one author in our own format',
      ['--format', 'masthead', '--author', 'a', 'p.zip'],
      2,
      /^--author cannot be used with the format masthead/,
    ],
    [
      'subscribers in another format',
      ['--format', 'ghost', '--with-subscribers', 'p.zip'],
      2,
      /^--with-subscribers requires the format masthead/,
    ],
    [
      'an unknown author',
      ['--format', 'ghost', '--author', 'nobody', 'p.zip'],
      1,
      'Author not found: nobody.\n',
    ],
  ])('explains %s', async (_, argv, status, message) => {
    const result = await masthead('export', ...argv)
    expect(result.status).toBe(status)
    expect(result.stderr).toMatch(message)
  })
})
