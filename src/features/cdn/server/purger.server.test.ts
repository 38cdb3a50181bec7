import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { PurgeError, type PurgeKeys } from '#platform/cdn/send-purges.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { configureCdn, findPurgeAge, findPurgeState } from './cdn-state.server.ts'
import { startPurger } from './purger.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const CDN = { target: 'varnish http://127.0.0.1', build: 'b1' }
const announce = (change: object) => pool.query('select announce_change($1)', [JSON.stringify(change)])
const readChanges = async () =>
  (await pool.query('select change, sent from cdn_purges order by id')).rows.map(({ change }) => change)

beforeEach(async () => {
  await emptyTables(pool, 'cdn_purges', 'cdn_state')
})

async function turnOn() {
  await configureCdn(db, CDN)
  await pool.query('truncate cdn_purges')
}

/** Keys are the names of the changes; those without a name have none. */
function start(purge: (keys: PurgeKeys) => Promise<void>, sentAfterMs: readonly number[] = [0]) {
  const events: string[] = []
  const purger = startPurger({
    db,
    findKeys: (change) => {
      const { name } = change as { name?: string }
      return name === undefined ? null : { soft: new Set([name]), hard: new Set() }
    },
    sender: { purge },
    onFailure: ({ message }) => events.push(`failed: ${message}`),
    onRecovery: () => events.push('recovered'),
    onError: (error) => events.push(`error: ${error}`),
    sentAfterMs,
  })
  return { ...purger, events, [Symbol.asyncDispose]: purger.stop }
}

describe('announce_change', () => {
  it('records a change in its transaction, with a CDN', async () => {
    await announce({ name: 'before' })
    await turnOn()
    await db
      .transaction(async (tx) => {
        await tx.execute(`select announce_change('{"name": "undone"}')`)
        tx.rollback()
      })
      .catch(() => {})
    await announce({ name: 'kept' })
    expect(await readChanges()).toEqual([{ name: 'kept' }])
  })

  it('is how all triggers announce changes', async () => {
    const { rows } = await pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%pg_notify(%'`,
    )
    // Others would send no purge: call announce_change in the migration.
    expect(rows).toEqual([{ proname: 'announce_change' }])
  })

  it('records what a trigger announces', async () => {
    await turnOn()
    await pool.query(
      `insert into site_settings values ('site_name', 'Courier') on conflict (setting_name) do update set setting_value = 'Courier'`,
    )
    expect(await readChanges()).toContainEqual(expect.objectContaining({ table: 'site_settings' }))
  })
})

describe('startPurger', () => {
  it('sends each change as often as the races need, then forgets it', async () => {
    await turnOn()
    const sent: string[] = []
    await using purger = start(async ({ soft }) => void sent.push(...soft), [0, 10, 20])
    await announce({ name: 'a' })
    await announce({ table: 'users' })
    purger.wake()
    await eventually(async () => expect(await readChanges()).toEqual([]))
    expect(sent).toEqual(['a', 'a', 'a'])
  })

  it('sends what a process that died has left', async () => {
    await turnOn()
    await announce({ name: 'a' })
    await pool.query(`update cdn_purges set due_at = now() - interval '1 hour', sent = 1`)
    const sent: string[] = []
    await using _ = start(async ({ soft }) => void sent.push(...soft), [0, 5, 10])
    await eventually(async () => expect(await readChanges()).toEqual([]))
    expect(sent).toEqual(['a', 'a'])
  })

  it('waits until the pages of an ingest are dropped everywhere', async () => {
    await turnOn()
    await announce({ name: 'a', source: 'ingest' })
    await using _ = start(async () => {})
    await eventually(async () => {
      const { rows } = await pool.query("select due_at > now() + interval '500 ms' as late from cdn_purges")
      expect(rows).toEqual([{ late: true }])
    })
  })

  it('reports a CDN that does not respond, retries, and loses nothing', async () => {
    await turnOn()
    let isUp = false
    const sent: string[] = []
    await using purger = start(async ({ soft }) => {
      if (!isUp) throw new PurgeError('edge: the server refused the connection')
      sent.push(...soft)
    })
    await announce({ name: 'a' })
    purger.wake()
    await eventually(async () =>
      expect(await findPurgeState(db)).toMatchObject({
        waiting: 1,
        failingSince: expect.any(Date),
        error: 'edge: the server refused the connection',
      }),
    )
    expect(await findPurgeAge(db, new Date(Date.now() + 60_000))).toBeGreaterThan(59)
    isUp = true
    await announce({ name: 'b' })
    await eventually(async () =>
      expect(await findPurgeState(db)).toEqual({
        waiting: 0,
        oldestAt: null,
        failingSince: null,
        error: null,
      }),
    )
    expect(sent.toSorted()).toEqual(['a', 'b'])
    expect(purger.events).toEqual(['failed: edge: the server refused the connection', 'recovered'])
    expect(await findPurgeAge(db, new Date())).toBe(0)
  })

  it('waits as long as the CDN asks', async () => {
    await turnOn()
    let attempts = 0
    await using purger = start(async () => {
      attempts += 1
      throw new PurgeError('edge responded with status 429', 600_000)
    })
    await announce({ name: 'a' })
    purger.wake()
    await eventually(async () => expect((await findPurgeState(db))?.failingSince).not.toBeNull())
    const { rows } = await pool.query(`select retry_at > now() + interval '9 minutes' as late from cdn_state`)
    expect(rows).toEqual([{ late: true }])
    await purger.stop()
    expect(attempts).toBe(1)
  })

  it('sends from one process at a time', async () => {
    await turnOn()
    let running = 0
    let most = 0
    const sent: string[] = []
    const purge = async ({ soft }: PurgeKeys) => {
      running += 1
      most = Math.max(most, running)
      await delay(5)
      sent.push(...soft)
      running -= 1
    }
    await using first = start(purge)
    await using second = start(purge)
    for (let n = 0; n < 20; n += 1) {
      await announce({ name: `c${n}` })
      first.wake()
      second.wake()
    }
    await eventually(async () => expect(await readChanges()).toEqual([]))
    expect(most).toBe(1)
    expect(sent).toHaveLength(20)
  })

  it('turns too many waiting changes into a purge of everything, which has the age of the oldest', async () => {
    await turnOn()
    await pool.query(
      `insert into cdn_purges (change, created_at) select '{"name": "a"}', now() - interval '1 hour' from generate_series(1, 10001)`,
    )
    await using _ = start(async () => {
      throw new PurgeError('edge responded with status 500')
    })
    await eventually(async () => expect(await readChanges()).toEqual([{ cdn: 'everything' }]))
    expect(await findPurgeAge(db, new Date())).toBeGreaterThan(3_500)
  })
})

describe('configureCdn', () => {
  it('purges everything for a new CDN, and nothing when it starts again', async () => {
    await configureCdn(db, CDN)
    await configureCdn(db, CDN)
    expect(await readChanges()).toEqual([{ cdn: 'everything' }])
    await configureCdn(db, { ...CDN, target: 'fastly https://api.fastly.com/service/s1' })
    expect(await readChanges()).toHaveLength(2)
  })

  it('purges the pages of the previous build at each start since an upgrade', async () => {
    await turnOn()
    await configureCdn(db, { ...CDN, build: 'b2' })
    await configureCdn(db, { ...CDN, build: 'b2' })
    expect(await readChanges()).toEqual([
      { cdn: 'build', build: 'b1' },
      { cdn: 'build', build: 'b1' },
    ])
  })

  it('records nothing without a CDN', async () => {
    await configureCdn(db, CDN)
    await configureCdn(db, undefined)
    await announce({ name: 'a' })
    expect([await readChanges(), await findPurgeState(db), await findPurgeAge(db, new Date())]).toEqual([
      [],
      null,
      NaN,
    ])
  })
})
