import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { hasPgbouncer, startPgbouncer } from '#platform/testing/pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import {
  checkConnection,
  describeConnectionError,
  findConnectionShortage,
} from './check-connection.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function failure(url: string): Promise<string> {
  const error = await checkConnection(url, 'DATABASE_URL').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(StartupError)
  expect(error.message).not.toMatch(/\n/)
  return error.message
}

/** Forwards everything to the client but the messages of one type (PostgreSQL, message formats). */
async function startFilter(url: string, dropped: string): Promise<AsyncDisposable & { url: string }> {
  const target = new URL(url)
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    socket.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => socket.destroy()).on('end', () => socket.end())
    let rest: Buffer = Buffer.alloc(0)
    upstream.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (let end = messageEnd(rest); end <= rest.length; end = messageEnd(rest)) {
        if (String.fromCharCode(rest[0] ?? 0) !== dropped) socket.write(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A type of one byte, and the length of the rest. */
function messageEnd(bytes: Buffer): number {
  return bytes.length < 5 ? Number.POSITIVE_INFINITY : 1 + bytes.readUInt32BE(1)
}

const NOTIFICATION_RESPONSE = 'A'
const NOTICE_RESPONSE = 'N'

describe('checkConnection', () => {
  it('accepts a direct connection, and a proxy that loses no notifications', async () => {
    await checkConnection(database.url, 'DATABASE_URL')
    await using proxy = await startFilter(database.url, NOTICE_RESPONSE)
    await checkConnection(proxy.url, 'DATABASE_URL')
  })

  it('refuses a connection on which notifications do not arrive', async () => {
    await using proxy = await startFilter(database.url, NOTIFICATION_RESPONSE)
    expect(await failure(proxy.url)).toContain('Notifications of changes do not arrive through it')
  })

  /** Calls the functions of a schema in place of those of PostgreSQL. */
  async function replaceFunction(schema: string, definition: string): Promise<string> {
    await database.pool.query(`create schema ${schema}; create function ${schema}.${definition}`)
    const url = new URL(database.url)
    url.searchParams.set('options', `-c search_path=${schema},pg_catalog`)
    return url.href
  }

  it('refuses a version that is too old', async () => {
    const old = `current_setting(text) returns text language sql as $$ select '140012' $$`
    expect(await failure(await replaceFunction('old', old))).toBe(
      'Masthead needs PostgreSQL 15 or later. Check DATABASE_URL.',
    )
  })

  it('refuses a replica', async () => {
    const replica = 'pg_is_in_recovery() returns boolean language sql as $$ select true $$'
    expect(await failure(await replaceFunction('replica', replica))).toMatch(
      /^The database at [^ ]+ is a replica, which cannot be changed\. Set DATABASE_URL to the address of the primary server\.$/,
    )
  })
})

describe('describeConnectionError', () => {
  it.each([
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'self-signed certificate in certificate chain',
      'Add sslrootcert=/path/of/ca.pem',
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'Add sslrootcert='],
    [undefined, 'The server does not support SSL connections', 'sslmode=disable in DATABASE_URL'],
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.2", user "me", database "paper", no encryption',
      'add sslmode=verify-full to DATABASE_URL',
    ],
    [
      'ENOENT',
      "ENOENT: no such file or directory, open '/ca.pem'",
      'Check the paths of certificates in DATABASE_URL.',
    ],
    ['53300', 'sorry, too many clients already', 'increase max_connections'],
    [
      '28P01',
      'password authentication failed for user "me"',
      'Check the user and the password in DATABASE_URL.',
    ],
    ['3D000', 'database "paper" does not exist', 'Create the database, or check its name'],
    [
      'ECONNREFUSED',
      'connect ECONNREFUSED 10.0.0.2:5432',
      'Check DATABASE_URL and that PostgreSQL is running.',
    ],
  ])('says how to fix %s: %s', (code, message, fix) => {
    const error = Object.assign(new Error(message), { code })
    const text = describeConnectionError('postgres://me:secret@db/paper', 'DATABASE_URL', error)
    expect(text).toContain(`The database at db:5432/paper cannot be reached (${message}).`)
    expect(text).toContain(fix)
    expect(text).not.toContain('secret')
  })
})

describe('findConnectionShortage', () => {
  it('compares the limits of the server with what the workers use', async () => {
    expect(await findConnectionShortage(database.pool, 1)).toBeUndefined()
    expect(await findConnectionShortage(database.pool, 500)).toMatch(
      /^PostgreSQL allows \d+ connections, and this site uses up to 5507: pages respond with status 503/,
    )
  })
})

const pgbouncer = hasPgbouncer ? describe : describe.skip

pgbouncer('checkConnection through PgBouncer (skipped where it is not installed)', () => {
  it.each(['transaction', 'statement'] as const)(
    'refuses pool_mode = %s, and names the direct address',
    async (poolMode) => {
      await using pooler = await startPgbouncer(database.url, { poolMode })
      const { port, pathname } = new URL(pooler.url)
      const direct = new URL(database.url).port
      expect(await failure(pooler.url)).toBe(
        `The database at 127.0.0.1:${port}${pathname} is reached through a connection pooler in transaction mode, such as PgBouncer or Supavisor. ` +
          'Notifications of changes do not arrive through it, so readers would get outdated pages, and locks are never released. ' +
          `Set DATABASE_DIRECT_URL to the direct address of PostgreSQL (the pooler uses 127.0.0.1:${direct}), or set the pooler to session mode.`,
      )
    },
  )

  it('accepts pool_mode = session', async () => {
    await using pooler = await startPgbouncer(database.url, { poolMode: 'session' })
    await checkConnection(pooler.url, 'DATABASE_URL')
  })

  it('explains the message of its default settings', async () => {
    await using pooler = await startPgbouncer(database.url, { poolMode: 'session', ignoredParameters: '' })
    expect(await failure(pooler.url)).toMatch(
      /unsupported startup parameter.* This is the message of the connection pooler PgBouncer\. Set DATABASE_DIRECT_URL to the direct address of PostgreSQL\./,
    )
  })
})
