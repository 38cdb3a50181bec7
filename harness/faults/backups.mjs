import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { openFaultProxy } from '../shared/fault-proxy.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { runMasthead } from '../shared/run-masthead.mjs'
import { until } from '../shared/until.mjs'

const UPLOADS = 4
const ARTICLES = 300
/** No command has so many tables or files. */
const MAX_POINTS = 500
const UNUSED_LIMIT_MS = 60_000

/** All rows, except for those that each restore creates. */
const CONTENTS = `select md5(string_agg(name || rows, '' order by name)) as digest from (
  select relname as name, query_to_xml(format('select * from %I as t %s order by t::text', relname,
    case when relname = 'site_settings' then 'where setting_name not in (''uploads_folder_id'', ''newsletter_digest_since'')' else '' end), true, true, '')::text as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'backup_runs'
) as tables`

const SESSIONS = `select pid from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database()`

/**
 * Kills `masthead backup` at each table and at each file, one after the other, until it completes. There is never a
 * file with the name of a backup that is not a complete one.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const killedBackups = {
  name: 'killed-backups',
  title: 'backups killed at each table and file',
  limitSeconds: 600,
  async run({ attempt }) {
    await using closing = new AsyncDisposableStack()
    const site = await createSite(closing)
    const target = join(site.folder, 'backups')
    await mkdir(target)
    await killEverywhere(site, attempt, {
      argv: ['backup', '--to', target],
      isPoint: (statement) => /^copy|^commit|^insert into "?backup_runs/i.test(statement),
      async check({ isComplete }) {
        const files = (await readdir(target)).filter((name) => !name.startsWith('.'))
        if (isComplete && files.length !== 1) throw new Error(`${files.length} backups`)
        for (const file of files) {
          const { status, output } = await site.masthead(['backup', 'verify', join(target, file)])
          if (status !== 0) throw new Error(`${file}: ${output}`)
          await rm(join(target, file))
        }
        // Each backup removes the remains of the previous one.
        const partial = (await readdir(target)).filter((name) => name.startsWith('.'))
        if (partial.length > (isComplete ? 0 : 1)) throw new Error(`${partial} were left`)
      },
    })
  },
}

/**
 * Kills `masthead restore` at each table and at each file, one after the other, until it completes. The site is then as
 * before or as in the backup.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const killedRestores = {
  name: 'killed-restores',
  title: 'restores killed at each table and file',
  limitSeconds: 900,
  async run({ attempt }) {
    await using closing = new AsyncDisposableStack()
    const site = await createSite(closing)
    const backup = join(site.folder, 'backup.tar.zst')
    const made = await site.masthead(['backup', '--to', backup])
    if (made.status !== 0) throw new Error(made.output)
    const restore = ['restore', backup, '--replace']
    const reference = await site.masthead(restore)
    if (reference.status !== 0) throw new Error(reference.output)
    const restored = await site.digest()
    const change = async () => {
      await site.sql(`update articles set title = 'Changed' where title = 'Article 1';
        insert into site_settings values ('x_marker', 'before') on conflict do nothing`)
      await rm(site.uploads, { recursive: true, force: true })
    }
    await change()
    const before = await site.digest()
    await killEverywhere(site, attempt, {
      argv: restore,
      isPoint: (statement) => /^copy|^commit|^analyze/i.test(statement),
      async check({ isComplete }) {
        const found = await site.digest()
        if (found !== restored && (isComplete || found !== before)) throw new Error('The site is a mixture')
        if (found === restored && (await countUploads(site)) !== UPLOADS)
          throw new Error('Uploads are missing')
        await change()
      },
    })
  },
}

/** Kills a command at its first point, then at its second, until it completes. */
async function killEverywhere(site, attempt, { argv, isPoint, check }) {
  const ways = {
    'before statement': (n) => killAtStatement(site, n, isPoint, 'lose-before'),
    'after statement': (n) => killAtStatement(site, n, isPoint, undefined),
    file: (n) => killAtFile(site, n),
  }
  for (const [way, prepare] of Object.entries(ways))
    for (let n = 1, isComplete = false; !isComplete; n += 1) {
      if (n > MAX_POINTS) throw new Error('The command does not complete')
      const { status, signal, output } = await site.masthead(argv, prepare(n))
      site.proxy.setFault()
      isComplete = signal === null
      await attempt(`${way} ${n}`, async () => {
        if (isComplete && status !== 0) throw new Error(output)
        if (isComplete && n === 1) throw new Error('The command was not killed')
        await site.untilUnused()
        await check({ isComplete })
      })
    }
}

function killAtStatement({ proxy }, n, isPoint, fault) {
  let child
  let left = n
  proxy.setFault(({ text }) => {
    if (isPoint(text)) left -= 1
    if (left !== 0) return undefined
    child.kill('SIGKILL')
    return fault
  })
  return {
    onSpawn(spawned) {
      child = spawned
    },
  }
}

function killAtFile({ data }, n) {
  const script = pathToFileURL(join(import.meta.dirname, 'kill-at-file.mjs'))
  script.search = new URLSearchParams({ folder: data, n: String(n) })
  return { env: { NODE_OPTIONS: `--import=${script.href}` } }
}

/** Creates a site with articles and uploads, which is not running. */
async function createSite(closing) {
  const { url, folder, sql } = await startPostgres(closing)
  // Creates the tables.
  await (await startMasthead({ DATABASE_URL: url }))[Symbol.asyncDispose]()
  const proxy = closing.use(await openFaultProxy(url))
  const data = join(folder, 'data')
  const uploads = join(data, 'article-images')
  await mkdir(uploads, { recursive: true })
  for (let n = 1; n <= UPLOADS; n += 1)
    await writeFile(join(uploads, `image-${n}.webp`), Buffer.alloc(50_000 * n, n))
  await sql(
    `insert into articles (title, content, origin) select 'Article ' || n, repeat(md5(n::text), 200), 'editor'
     from generate_series(1, $1::int) as n`,
    [ARTICLES],
  )
  await sql(
    `insert into newsletter_subscribers (email) select n || '@example.org' from generate_series(1, 50) as n`,
  )
  const own = (await sql(SESSIONS)).map(({ pid }) => pid)
  return {
    folder,
    data,
    uploads,
    proxy,
    sql,
    digest: async () => (await sql(CONTENTS))[0].digest,
    /** Until PostgreSQL has noticed that a killed command is gone. */
    untilUnused: () =>
      until(UNUSED_LIMIT_MS, async () => (await sql(`${SESSIONS} and pid <> all($1)`, [own])).length === 0),
    masthead: (argv, { env = {}, onSpawn } = {}) =>
      runMasthead(argv, { env: { DATABASE_URL: proxy.url, DATA_DIR: data, ...env }, onSpawn }),
  }
}

async function countUploads({ uploads }) {
  const names = await readdir(uploads).catch(() => [])
  return names.filter((name) => name.endsWith('.webp')).length
}
