import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { databaseUrl, TEMPLATE } from '#platform/testing/global-setup.ts'
import { withMigrations } from '#platform/testing/with-migrations.ts'
import { listKnownMigrations } from './apply-migrations.server.ts'
import { migrateJobs, startJobs } from './jobs.server.ts'
import { grantAccess, migrateDatabase, requireMigratedDatabase } from './migrate-database.server.ts'

describe('migrateDatabase', () => {
  const name = `migrated_${process.pid}`
  const administer = async (statement: string) => {
    const client = new DatabaseClient({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const url = databaseUrl(inject('postgresUrl'), name)
  const createEmpty = () => administer(`create database ${name}`)
  /** Takes a tenth of the time that the migrations take. */
  const createMigrated = () => administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const drop = () => administer(`drop database if exists ${name} with (force)`)
  afterEach(drop)

  it('runs each migration once when several processes start together, and refuses those that must not migrate until then', async () => {
    await createEmpty()
    await expect(requireMigratedDatabase(url)).rejects.toThrow(
      /^The database needs \d+ migrations, and MIGRATE_ON_START is off. Run "masthead migrate".$/,
    )
    await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    await expect(requireMigratedDatabase(url)).resolves.toBeUndefined()
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    const { rows } = await client
      .query('select 1 from drizzle.__drizzle_migrations')
      .finally(() => client.end())
    const files = (await readdir(projectFile('migrations'))).filter((file) => file.endsWith('.sql'))
    expect(rows).toHaveLength(files.length)
  })

  const failure = async (change: (url: URL) => void = () => {}) => {
    const changed = new URL(url)
    change(changed)
    const error = await migrateDatabase(changed.href).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    return error.message
  }

  it('fails with one line that names the migration and the error, and changes nothing', async () => {
    await createMigrated()
    const broken =
      'CREATE TABLE fine (id int);--> statement-breakpoint\nALTER TABLE nowhere\n  ADD COLUMN id int;'
    await withMigrations({ '9999_broken': broken }, async (folder) => {
      const error = await migrateDatabase(url, { folder }).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(StartupError)
      expect(error.message).toBe(
        'The database migration 9999_broken failed: relation "nowhere" does not exist (SQLSTATE 42P01). ' +
          'It was not applied, and no data is lost. Fix the cause and start Masthead again, which continues here. ' +
          'The statement was: ALTER TABLE nowhere ADD COLUMN id int;',
      )
      await migrateDatabase(url)
    })
  })

  it('refuses a database that a newer version has migrated, and names that version', async () => {
    await createMigrated()
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query('select distinct release from drizzle.__drizzle_migrations')
      expect(rows).toEqual([{ release: RELEASE }])
      await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at, release)
        values ('a', 8e14::bigint, '7.1.0'), ('b', 9e14::bigint, '7.2.0')`)
      expect(await failure()).toBe(
        `The database is newer than this version of Masthead: Masthead 7.2.0 has applied 2 migrations that this version, ${RELEASE}, does not know. ` +
          `Install that version or a later one. To return to ${RELEASE}, restore a backup from before the upgrade: see "Upgrade" in docs/operations.md.`,
      )
      await client.query(`update drizzle.__drizzle_migrations set release = $1`, [RELEASE])
      expect(await failure()).toContain(`another build of Masthead ${RELEASE} has applied 2 migrations`)
      await client.query('update drizzle.__drizzle_migrations set release = null')
      expect(await failure()).toContain('Masthead of a later version has applied 2 migrations')
    } finally {
      await client.end()
    }
  })

  describe('of a database with the migrations that the baseline replaces', () => {
    /** Replaces the journal: `whens` identify the migrations. */
    const replaceJournal = async (client: DatabaseClient, whens: number[]) => {
      await client.query('truncate drizzle.__drizzle_migrations')
      await client.query('alter table drizzle.__drizzle_migrations drop column release')
      await client.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) select 'x', unnest($1::bigint[])`,
        [whens],
      )
    }
    const [baseline = 0, ...later] = listKnownMigrations().map(({ when }) => when)
    let client: DatabaseClient
    beforeEach(async () => {
      await createMigrated()
      client = new DatabaseClient({ connectionString: url })
      await client.connect()
    })
    afterEach(() => client.end())

    it('applies later migrations if it has all of them', async () => {
      const applied = [baseline - 2, baseline - 1, baseline, ...later]
      await replaceJournal(client, applied)
      await withMigrations({ '9999_later': 'CREATE TABLE later (id int);' }, (folder) =>
        migrateDatabase(url, { folder }),
      )
      const { rows } = await client.query(
        'select created_at::float8 as when, release from drizzle.__drizzle_migrations order by created_at',
      )
      expect(rows).toEqual([
        ...applied.map((when) => ({ when, release: null })),
        { when: (applied.at(-1) ?? 0) + 1, release: RELEASE },
      ])
    })

    it('names the version that completes them if some are missing', async () => {
      await replaceJournal(client, [baseline - 2, baseline - 1])
      expect(await failure()).toMatch(
        /older than Masthead 0\.1\.0\. To complete its migrations, start Masthead from commit [0-9a-f]{8} once\./,
      )
    })
  })

  it('does not wait for a backup, which has read the journal', async () => {
    await createMigrated()
    const backup = new DatabaseClient({ connectionString: url })
    await backup.connect()
    try {
      await backup.query('begin; select from drizzle.__drizzle_migrations')
      await migrateDatabase(url)
    } finally {
      await backup.end()
    }
  })

  describe('of a site with articles', () => {
    /** The first migration copies rows and builds an index, like a migration that adds a computed column. */
    const LATER = {
      '0001_copy': [
        'LOCK TABLE articles IN SHARE ROW EXCLUSIVE MODE;',
        'CREATE TABLE copies AS SELECT * FROM articles;',
        'CREATE INDEX copies_title_idx ON copies (title);',
        'ALTER TABLE articles ADD COLUMN later int;',
      ].join('--> statement-breakpoint\n'),
      '0002_later':
        'CREATE TABLE last (id int);--> statement-breakpoint\nALTER TABLE articles ADD COLUMN last int;',
    }
    let reader: DatabaseClient
    const openSite = async (create: () => Promise<void> = createMigrated) => {
      await create()
      reader = new DatabaseClient({ connectionString: url })
      await reader.connect()
      await reader.query(`insert into articles (title) select 'Title ' || n from generate_series(1, 20) as n`)
      // Not in the transaction before, whose notifications wait for those of other databases.
      await reader.query('set lock_timeout = 10')
    }
    afterEach(async () => {
      vi.restoreAllMocks()
      await reader.end()
    })
    const migrate = () => withMigrations(LATER, (folder) => migrateDatabase(url, { folder }))

    /** Calls `intercept` with each statement of the migrations, which runs it with `execute`. */
    const onStatement = (
      intercept: (text: string, execute: () => Promise<unknown>, client: DatabaseClient) => Promise<unknown>,
    ) => {
      const { query } = DatabaseClient.prototype
      vi.spyOn(DatabaseClient.prototype, 'query').mockImplementation(function (
        this: DatabaseClient,
        ...args: unknown[]
      ) {
        const execute = () => Reflect.apply(query, this, args) as Promise<unknown>
        const isOther = this === reader || String(args[0]).includes('pg_blocking_pids')
        return isOther ? execute() : intercept(String(args[0]), execute, this)
      } as typeof query)
    }
    const LOCK_NOT_AVAILABLE = '55P03'
    const canRead = () =>
      reader.query('select from articles, live_posts, media, article_list limit 1').then(
        () => true,
        (error) => {
          if (error.code !== LOCK_NOT_AVAILABLE) throw error
          return false
        },
      )
    it('blocks readers only from the first statement that needs an exclusive lock until the end of its migration', async () => {
      await openSite()
      const blocking: string[] = []
      onStatement(async (text, execute) => {
        const result = await execute()
        if (!(await canRead())) blocking.push(text)
        return result
      })
      await migrate()
      expect(blocking.map((text) => text.trim().replace(/ \(.*/, ''))).toEqual([
        'ALTER TABLE articles ADD COLUMN later int;',
        'release savepoint statement',
        'insert into drizzle.__drizzle_migrations',
        'ALTER TABLE articles ADD COLUMN last int;',
        'release savepoint statement',
        'insert into drizzle.__drizzle_migrations',
      ])
    })

    it('folds Arabic letters in stored texts while readers read, and waits for writers before any work', async () => {
      await openSite(async () => {
        await createEmpty()
        await withMigrations({}, (folder) => migrateDatabase(url, { folder }), 32)
      })
      const [draft, post] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
      await reader.query(`insert into articles (title) values ('أحمد ٢٠٢٦')`)
      await reader.query(
        `insert into drafts (id, fields, live_state)
         values ('${draft}', '{"title": "Live", "author": "", "category": "News", "summary": "", "content": ""}', 'live')`,
      )
      await reader.query(`insert into live_posts (id, article_id, seq, state, headline, body, published_at)
        values ('${post}', '${draft}', 1, 'published', 'أحمد ٢٠٢٦', '', now())`)
      await reader.query(`begin; insert into articles (title) values ('أحمد ٢٠٢٦ again')`)
      const statements: string[] = []
      const blocking: string[] = []
      onStatement(async (text, execute) => {
        statements.push(text)
        if (text.startsWith('rollback to savepoint')) await reader.query('commit')
        const result = await execute()
        if (!(await canRead())) blocking.push(text)
        return result
      })
      await withMigrations({}, (folder) => migrateDatabase(url, { folder }), 34)
      expect(statements.filter((text) => text.includes('LOCK TABLE'))).toHaveLength(2)
      expect(statements.filter((text) => text.includes('refresh_article_list'))).toHaveLength(1)
      expect(blocking).toEqual([
        expect.stringContaining('DROP INDEX'),
        'release savepoint statement',
        expect.stringContaining('insert into drizzle.__drizzle_migrations'),
      ])
      await reader.query('set enable_seqscan = off')
      const shown = `state = 'published' and withdrawn_at is null`
      const found = await reader.query(`
        select (select count(*) from articles where search_fold(search_text) like '%احمد 2026%')::int as articles,
          (select count(*) from articles where search_bigrams(search_fold(search_text)) @@ search_bigrams_query('2026'))::int as "articlesByPairs",
          (select count(*) from live_posts where ${shown} and search_fold(search_text) like '%احمد 2026%')::int as posts,
          (select count(*) from live_posts
            where ${shown} and search_bigrams(search_fold(search_text)) @@ search_bigrams_query('2026'))::int as "postsByPairs",
          (select count(*) from article_list where words @@ search_query('أحمد ٢٠٢٦') and head like '%احمد 2026%')::int as listed,
          (select count(*) from pg_class where relname like '%\\_former')::int as former`)
      expect(found.rows).toEqual([
        { articles: 2, articlesByPairs: 2, posts: 1, postsByPairs: 1, listed: 2, former: 0 },
      ])
    })

    it('waits for a long query of a reader without stopping others', async () => {
      await openSite()
      const other = new DatabaseClient({ connectionString: url })
      await other.connect()
      // A reader in a transaction, such as a backup.
      await reader.query('begin; select from articles')
      let attempts = 0
      onStatement(async (text, execute, client) => {
        if (client === other) return execute()
        if (text.startsWith('rollback to savepoint')) {
          attempts += 1
          if (attempts === 2) await reader.query('commit')
          // Nothing waits for the table at this moment.
          await execute()
          return other.query('select from articles limit 1')
        }
        return execute()
      })
      await migrate()
      await other.end()
      expect(attempts).toBe(2)
    })

    it('continues after an interruption, also with two starters at once, and keeps the rows', async () => {
      await openSite()
      const ROWS = 'select id, title from articles order by id'
      const before = await reader.query(ROWS)
      await withMigrations(LATER, async (folder) => {
        for (const last of [
          'create table copies',
          'alter table articles add column later',
          'create table last',
        ]) {
          onStatement((text, execute, client) => {
            const result = execute()
            if (text.trim().toLowerCase().startsWith(last)) client.connection.stream.destroy()
            return result
          })
          await expect(migrateDatabase(url, { folder })).rejects.toThrow('Connection terminated unexpectedly')
          vi.restoreAllMocks()
          // PostgreSQL keeps the locks of a lost connection until it notices the loss.
          await eventually(async () => expect(await countOthers(reader)).toBe(0))
          expect((await reader.query(ROWS)).rows).toEqual(before.rows)
        }
        await Promise.all([migrateDatabase(url, { folder }), migrateDatabase(url, { folder })])
      })
      expect((await reader.query(ROWS)).rows).toEqual(before.rows)
      expect((await reader.query('select later, last from articles limit 1')).rows).toEqual([
        { later: null, last: null },
      ])
    })
  })

  it('grants a role without other privileges what the running site needs', async () => {
    const role = `app-${process.pid}`
    await createMigrated()
    await administer(`create role "${role}" login password 'secret'`)
    await administer(`revoke temporary on database ${name} from public`)
    try {
      const appUrl = Object.assign(new URL(url), { username: role, password: 'secret' }).href
      await migrateJobs(url)
      await grantAccess(url, role)
      await expect(grantAccess(url, 'missing')).rejects.toThrow(
        new StartupError(
          'The role in DATABASE_URL cannot be granted access to the tables (role "missing" does not exist). Check DATABASE_URL and MIGRATION_DATABASE_URL.',
        ),
      )
      const client = new DatabaseClient({ connectionString: appUrl })
      await client.connect()
      await client.query(`insert into articles (title) values ('A')`)
      await client.query(`update articles set title = 'B'`)
      expect((await client.query('delete from articles')).rowCount).toBe(1)
      await client.query('create temporary table part (id int)')
      await expect(client.query('create table other (id int)')).rejects.toMatchObject({ code: '42501' })
      await expect(client.query(`copy (select 1) to program 'id'`)).rejects.toMatchObject({ code: '42501' })
      await client.end()
      const run = vi.fn(async () => {})
      const jobs = await startJobs(appUrl, [{ name: 'fetch-news', cron: '0 0 29 2 *', run }], (error) =>
        expect.unreachable(error.message),
      )
      await eventually(() => expect(run).toHaveBeenCalledOnce())
      await jobs.stop()
    } finally {
      await drop()
      await administer(`drop role "${role}"`)
    }
  })

  it('fails with one line, without the password, when the role lacks permissions', async () => {
    const role = `reader_${process.pid}`
    await createEmpty()
    await administer(`create role ${role} login password 'secret'`)
    try {
      const message = await failure((url) => Object.assign(url, { username: role, password: 'secret' }))
      expect(message).toBe(
        'The role in DATABASE_URL is not allowed to create tables and extensions. Grant it the privileges, or use the owner of the database.',
      )
    } finally {
      await administer(`drop role ${role}`)
    }
  })
})

/** The number of other connections to the database. */
async function countOthers(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  return rows[0].count
}
