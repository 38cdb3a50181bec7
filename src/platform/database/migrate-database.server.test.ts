import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { databaseUrl } from '#platform/testing/global-setup.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { migrateJobs, startJobs } from './jobs.server.ts'
import { grantAccess, migrateDatabase } from './migrate-database.server.ts'

describe('migrateDatabase', () => {
  const name = `migrated_${process.pid}`
  const administer = async (statement: string) => {
    const client = new DatabaseClient({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  beforeEach(() => administer(`create database ${name}`))
  afterEach(() => administer(`drop database ${name} with (force)`))

  it('runs each migration once when several processes start together', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    const { rows } = await client
      .query('select 1 from drizzle.__drizzle_migrations')
      .finally(() => client.end())
    const files = (await readdir(projectFile('migrations'))).filter((file) => file.endsWith('.sql'))
    expect(rows).toHaveLength(files.length)
  })

  const failure = async (change: (url: URL) => void = () => {}) => {
    const url = new URL(databaseUrl(inject('postgresUrl'), name))
    change(url)
    const error = await migrateDatabase(url.href).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    return error.message
  }

  type JournalEntry = { idx: number; when: number; tag: string }

  /** Copies the migrations with other entries in the journal. */
  const withMigrations = async (
    change: (entries: JournalEntry[]) => JournalEntry[],
    use: (folder: string) => Promise<void>,
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'masthead-migrations-'))
    try {
      await cp(projectFile('migrations'), folder, { recursive: true })
      const journal = join(folder, 'meta', '_journal.json')
      const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
      await writeFile(journal, JSON.stringify({ ...rest, entries: change(entries) }))
      await use(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('fails with one line that names the migration and the error, and changes nothing', async () => {
    const addBroken = (entries: JournalEntry[]) => [
      ...entries,
      { ...entries[0], idx: entries.length, when: Date.now(), tag: '9999_broken' },
    ]
    await withMigrations(addBroken, async (folder) => {
      await writeFile(
        join(folder, '9999_broken.sql'),
        'CREATE TABLE fine (id int);--> statement-breakpoint\nALTER TABLE nowhere\n  ADD COLUMN id int;',
      )
      const url = databaseUrl(inject('postgresUrl'), name)
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
    const url = databaseUrl(inject('postgresUrl'), name)
    await migrateDatabase(url)
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
    } finally {
      await client.end()
    }
  })

  it('records the version in the journal of an earlier one, and knows its migrations', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await withMigrations(
      (entries) => entries.slice(0, -1),
      (folder) => migrateDatabase(url, { folder }),
    )
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    try {
      await client.query('alter table drizzle.__drizzle_migrations drop column release')
      await migrateDatabase(url)
      const { rows } = await client.query(
        'select release from drizzle.__drizzle_migrations order by created_at desc limit 2',
      )
      expect(rows).toEqual([{ release: RELEASE }, { release: null }])
    } finally {
      await client.end()
    }
  })

  it('does not wait for a backup, which has read the journal', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await migrateDatabase(url)
    const backup = new DatabaseClient({ connectionString: url })
    await backup.connect()
    try {
      await backup.query('begin; select from drizzle.__drizzle_migrations')
      await migrateDatabase(url)
    } finally {
      await backup.end()
    }
  })

  describe('of a site with articles before the search', () => {
    let reader: DatabaseClient
    let url: string
    beforeEach(async () => {
      url = databaseUrl(inject('postgresUrl'), name)
      await withMigrations(
        (entries) => entries.filter(({ tag }) => tag < '0004'),
        (folder) => migrateDatabase(url, { folder }),
      )
      reader = new DatabaseClient({ connectionString: url })
      await reader.connect()
      await reader.query(`
        insert into articles (title, summary, author, origin, feed_id)
          select 'Title ' || n, '<p>Summary</p>', repeat('x', n * 50), 'feed', (select min(id::text)::uuid from feeds)
          from generate_series(1, 20) as n;
        insert into article_identities (key, article_id) select title, id from articles;
        set lock_timeout = 10`)
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await reader.end()
    })

    /** Calls \`intercept\` with each statement of the migrations, which runs it with \`execute\`. */
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
      reader.query('select from articles limit 1').then(
        () => true,
        (error) => {
          if (error.code !== LOCK_NOT_AVAILABLE) throw error
          return false
        },
      )
    /** Statements that take the same time however many rows there are. */
    const QUICK =
      /^(drop (index|table|trigger)|alter index|alter table \S+ (rename|drop constraint|add column (?!.*generated))|savepoint|release|insert into drizzle|commit)/i
    const withoutComments = (statement: string) => statement.replaceAll(/^--.*\n/gm, '').trim()

    it('lets readers read while rows are copied and indexes are built', async () => {
      const blocking: string[] = []
      let isBlocked = false
      onStatement(async (text, execute) => {
        const wasBlocked = isBlocked
        const result = await execute()
        isBlocked = !(await canRead())
        if ((wasBlocked || isBlocked) && !QUICK.test(withoutComments(text))) blocking.push(text)
        return result
      })
      await migrateDatabase(url)
      expect(blocking).toEqual([])
    })

    it('waits for a long query of a reader without stopping others', async () => {
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
      await migrateDatabase(url)
      await other.end()
      expect(attempts).toBe(2)
    })

    it('continues after an interruption, also with two starters at once, and keeps the rows', async () => {
      const ROWS = 'select id, title, left(author, 200) as author, feed_id from articles order by id'
      const before = await reader.query(ROWS)
      for (const last of ['create table "articles_new"', 'drop table "articles"', 'create table "notes"']) {
        onStatement((text, execute, client) => {
          const result = execute()
          if (withoutComments(text).toLowerCase().startsWith(last)) client.connection.stream.destroy()
          return result
        })
        await expect(migrateDatabase(url)).rejects.toThrow('Connection terminated unexpectedly')
        vi.restoreAllMocks()
        // PostgreSQL keeps the locks of a lost connection until it notices the loss.
        await eventually(async () => expect(await countOthers(reader)).toBe(0))
        expect((await reader.query(ROWS)).rows).toEqual(before.rows)
      }
      await Promise.all([migrateDatabase(url), migrateDatabase(url)])
      expect((await reader.query(ROWS)).rows).toEqual(before.rows)
      const STRUCTURE = `
        select indexdef as definition from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        order by 1`
      const fresh = await createTestDatabase()
      try {
        const { rows } = await fresh.pool.query(STRUCTURE)
        expect((await reader.query(STRUCTURE)).rows).toEqual(rows)
      } finally {
        await fresh.drop()
      }
      const { rows: links } = await reader.query(
        'select from article_identities join articles on id = article_id',
      )
      expect(links).toHaveLength(20)
    })
  })

  it('keeps the metrics, campaigns and audit entries that are renamed', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await withMigrations(
      (entries) => entries.filter(({ tag }) => tag < '0017'),
      (folder) => migrateDatabase(url, { folder }),
    )
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    try {
      await client.query(`
        insert into view_figures (kind, span, start, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares)
          values ('all', 'month', '2026-10-01', '', 7, 6, 5, 4, 3, 2, 1, 0, 0);
        insert into newsletter_campaigns (template, subject, html, text, state, trouble)
          values ('announcement', 'News', '', '', 'paused', 'No route to host');
        insert into audit_log (actor_email, action, changes) values
          ('a@example.org', 'uncertain-letters.drop', '{"letters": {"from": 2, "to": 0}}'),
          ('a@example.org', 'article.update', '{"letters": {"from": 1, "to": 2}}')`)
      await migrateDatabase(url)
      const { rows: metrics } = await client.query('select span, views, reads from view_metrics')
      expect(metrics).toEqual([{ span: 'month', views: 7, reads: 2 }])
      const { rows: campaigns } = await client.query('select failure from newsletter_campaigns')
      expect(campaigns).toEqual([{ failure: 'No route to host' }])
      const { rows: entries } = await client.query('select action, changes from audit_log order by id')
      expect(entries).toEqual([
        { action: 'uncertain-emails.drop', changes: { emails: { from: 2, to: 0 } } },
        { action: 'article.update', changes: { letters: { from: 1, to: 2 } } },
      ])
    } finally {
      await client.end()
    }
  })

  it('gives the articles of editors a draft, a revision and a publication, and moves deleted ones to the bin', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await withMigrations(
      (entries) => entries.filter(({ tag }) => tag < '0018'),
      (folder) => migrateDatabase(url, { folder }),
    )
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    try {
      await client.query(`
        insert into articles (title, origin, published_at, source_name, is_breaking) values
          ('By an editor', 'editor', '2026-10-01', 'Courier', false), ('Of a feed', 'feed', '2026-10-01T10:00Z', null, true),
          ('Deleted', 'editor', '2026-10-02', null, false);
        insert into deleted_articles (id, row, keys)
          select id, to_jsonb(articles) - 'search_text', '{}' from articles where title = 'Deleted';
        delete from articles where title = 'Deleted'`)
      const { rows: before } = await client.query('select * from articles order by title')
      await migrateDatabase(url)
      const { rows: after } = await client.query('select * from articles order by title')
      expect(after).toMatchObject(before.map((row) => ({ ...row, is_dated: true })))
      expect(after.map((row) => row.breaking_ends_at)).toEqual([null, new Date('2026-10-01T12:00Z')])
      const { rows } = await client.query(`
        select title, deleted_at is not null as "isDeleted", drafts.last_revision as last,
          revisions.kind, revisions.content_hash = drafts.content_hash as "isSame",
          publications.state, publications.finished_at = drafts.created_at as "isDated",
          drafts.fields ->> 'sourceName' as source, drafts.fields -> 'isBreaking' as breaking
        from drafts join revisions on revisions.article_id = drafts.id and number = 1
          join publications on publications.article_id = drafts.id and revision = 1 order by title`)
      const common = { last: 1, kind: 'import', isSame: true, state: 'done', isDated: true, breaking: false }
      expect(rows).toEqual([
        { ...common, title: 'By an editor', isDeleted: false, source: 'Courier' },
        { ...common, title: 'Deleted', isDeleted: true, source: '' },
      ])
    } finally {
      await client.end()
    }
  })

  it('grants a role without other privileges what the running site needs', async () => {
    const role = `app-${process.pid}`
    await administer(`create role "${role}" login password 'secret'`)
    await administer(`revoke temporary on database ${name} from public`)
    try {
      const owner = databaseUrl(inject('postgresUrl'), name)
      const url = Object.assign(new URL(owner), { username: role, password: 'secret' }).href
      await migrateDatabase(owner)
      await migrateJobs(owner)
      await grantAccess(owner, role)
      await expect(grantAccess(owner, 'missing')).rejects.toThrow(
        new StartupError(
          'The role in DATABASE_URL cannot be granted access to the tables (role "missing" does not exist). Check DATABASE_URL and MIGRATION_DATABASE_URL.',
        ),
      )
      const client = new DatabaseClient({ connectionString: url })
      await client.connect()
      await client.query(`insert into articles (title) values ('A')`)
      await client.query(`update articles set title = 'B'`)
      expect((await client.query('delete from articles')).rowCount).toBe(1)
      await client.query('create temporary table part (id int)')
      await expect(client.query('create table other (id int)')).rejects.toMatchObject({ code: '42501' })
      await expect(client.query(`copy (select 1) to program 'id'`)).rejects.toMatchObject({ code: '42501' })
      await client.end()
      const run = vi.fn(async () => {})
      const jobs = await startJobs(url, [{ name: 'fetch-news', cron: '0 0 29 2 *', run }], (error) =>
        expect.unreachable(error.message),
      )
      await eventually(() => expect(run).toHaveBeenCalledOnce())
      await jobs.stop()
    } finally {
      await administer(`drop database ${name} with (force)`)
      await administer(`drop role "${role}"`)
      await administer(`create database ${name}`)
    }
  })

  it('fails with one line, without the password, when the role lacks permissions', async () => {
    const role = `reader_${process.pid}`
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
