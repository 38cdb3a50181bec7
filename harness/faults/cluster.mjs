import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startSmtpTestServer } from '../../src/features/newsletter/testing/smtp-test-server.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { forEachConcurrently } from './client.mjs'
import { openFaultProxy } from './fault-proxy.mjs'
import { createDrafts, firstPublication, readState, signInEditor } from './publishing.mjs'
import { startSite } from './site.mjs'

const POLL_MS = 40
const WRITE_INTERVAL_MS = 250
const SIGN_UP_INTERVAL_MS = 100
const DRAFT_BATCHES = 3
const EDITORS = 2
const RECIPIENTS = 20
const EMAILS_PER_SECOND = 20
/** Of scheduled publications, after their request. */
const SCHEDULE_MS = 4_000
/** A timer or a job retries what has failed within a minute. */
const SETTLE_LIMIT_MS = 90_000
const ACKNOWLEDGE_LIMIT_MS = 60_000
const FRESH_MS = 1_000

/**
 * Starts processes that serve one site, each with its own connection to PostgreSQL through a proxy, and its own clock.
 *
 * @param {AsyncDisposableStack} closing
 * @param {number} count
 */
export async function startCluster(closing, count) {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
  closing.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
  closing.defer(() => postgres.close())
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  closing.defer(() => client.end())
  const sql = async (text, values) => (await client.query(text, values)).rows
  const smtp = closing.use(await startSmtpTestServer())
  const members = []
  while (members.length < count) members.push(await startMember(closing, { postgres, dataDir, smtp }))
  await sql(`insert into site_settings values ('newsletter_rate', '${EMAILS_PER_SECOND}')
    on conflict (setting_name) do update set setting_value = excluded.setting_value`)
  return { members, sql, smtp, call: await signInEditor(members[0].site) }
}

async function startMember(closing, { postgres, dataDir, smtp }) {
  const proxy = closing.use(await openFaultProxy(postgres.ownerUrl))
  const clockFile = join(dataDir, `clock-${crypto.randomUUID()}`)
  await writeFile(clockFile, '0')
  const clock = pathToFileURL(join(import.meta.dirname, 'skew-clock.mjs'))
  clock.searchParams.set('file', clockFile)
  const site = closing.use(
    await startSite({
      DATABASE_URL: proxy.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'news@example.org',
      NODE_OPTIONS: `--import=${clock.href}`,
    }),
  )
  return {
    site,
    proxy,
    setClock: (offsetMs) => writeFile(clockFile, String(offsetMs)),
    /** Until then, the process cannot know what has changed. */
    disturbedUntil: 0,
    isRunning: true,
  }
}

/**
 * Readers, editors, subscribers and a campaign, while `inject` causes faults. Afterwards: pages were never older than
 * their row for more than a second, each publication took effect once, no email was sent twice, and nothing that was
 * acknowledged is lost.
 *
 * @param {Awaited<ReturnType<typeof startCluster>>} cluster
 * @param {import('./run-class.mjs').Attempt} attempt
 * @param {{ label: string, pick: (items: any[]) => any, inject: () => Promise<void> }} options
 */
export async function withWorkload(cluster, attempt, { label, pick, inject }) {
  const stopped = new AbortController()
  const { sql, call, members } = cluster
  const drafts = []
  for (let n = 1; n <= DRAFT_BATCHES; n += 1) drafts.push(...(await createDrafts(call, `${label}.${n}`)))
  const requests = drafts.map(firstPublication)
  const [immediate, scheduled] = [0, 1].map((rest) => requests.filter((_, n) => n % 2 === rest))
  for (const { data } of scheduled) {
    const plannedAt = new Date(Date.now() + SCHEDULE_MS).toISOString()
    const outcome = await call('publishDraftFn', { ...data, plannedAt })
    if (outcome?.kind !== 'scheduled') throw new Error(`Not scheduled: ${JSON.stringify(outcome)}`)
  }
  const campaign = await startCampaign(sql, label)
  const readers = startReaders(cluster, stopped.signal)
  const signUps = startSignUps(members, label, stopped.signal)

  const publishing = forEachConcurrently(immediate, EDITORS, (request) =>
    attempt(`${label}: ${request.title} is acknowledged`, () => publishUntilDone(cluster, request, pick)),
  )
  await inject()
  await publishing
  for (const request of requests)
    await attempt(`${label}: ${request.title} is published once`, async () => {
      await until(SETTLE_LIMIT_MS, async () => (await readState({ sql }, request)).kind === 'complete').catch(
        async () => {
          const { kind, written } = await readState({ sql }, request)
          throw new Error(`${kind}: ${written}`)
        },
      )
    })
  await attempt(`${label}: emails`, () => checkCampaign(cluster, campaign))
  // Pages have to be fresh again after the last fault, too.
  const disturbedUntil = Math.max(...members.map((member) => member.disturbedUntil))
  await delay(Math.max(0, disturbedUntil - performance.now()) + 2 * FRESH_MS)
  stopped.abort()
  const { reads, violations } = await readers
  await attempt(`${label}: pages`, async () => {
    if (violations.length > 0)
      throw new Error(`${violations.length} of ${reads} were too old: ${violations[0]}`)
    if (reads < members.length * 10) throw new Error(`only ${reads} pages were read`)
  })
  const acknowledged = await signUps
  await attempt(`${label}: sign-ups`, async () => {
    if (acknowledged.length === 0) throw new Error('none was acknowledged')
    const [{ count }] = await sql(
      'select count(*)::int as count from newsletter_subscribers where email = any($1)',
      [acknowledged],
    )
    if (count !== acknowledged.length) throw new Error(`${acknowledged.length - count} were lost`)
  })
}

async function publishUntilDone({ call, members }, { data }, pick) {
  const acknowledged = async () => {
    const outcome = await call(
      'publishDraftFn',
      data,
      pick(members.filter(({ isRunning }) => isRunning)).site,
    )
    if (!outcome) return false
    if (outcome.kind !== 'published') throw new RefusedError(JSON.stringify(outcome))
    return true
  }
  await until(ACKNOWLEDGE_LIMIT_MS, acknowledged)
}

/** Not to be repeated. */
class RefusedError extends Error {}

/** Changes a row and reads its page from each process, until the signal. */
async function startReaders({ members, sql }, signal) {
  const id = crypto.randomUUID()
  /** By the number of the change. */
  const committedAt = []
  async function change() {
    const number = committedAt.length
    await sql(
      `insert into articles (id, title, origin) values ($1, $2, 'sample')
       on conflict (id) do update set title = excluded.title`,
      [id, `Change ${number}`],
    )
    committedAt[number] = performance.now()
  }
  await change()
  let reads = 0
  const violations = []
  async function read(member) {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const response = await member.site.send(`/article/${id}`).catch(() => undefined)
      // Pages are marked if they may be out of date, since the database does not respond.
      if (response?.status === 200 && !/unavailable/.test(response.headers['cache-status'])) {
        reads += 1
        const shown = Number(/>Change (\d+)</.exec(response.text)?.[1])
        const newest = committedAt.findLastIndex((at) => at < startedAt - FRESH_MS)
        const isDisturbed = startedAt < member.disturbedUntil + FRESH_MS
        if (!isDisturbed && !(shown >= newest))
          violations.push(
            `change ${shown}, ${(startedAt - committedAt[shown + 1]).toFixed(0)} ms after change ${shown + 1}`,
          )
      }
      await delay(POLL_MS)
    }
  }
  async function write() {
    while (!signal.aborted) {
      await delay(WRITE_INTERVAL_MS)
      await change()
    }
  }
  const done = Promise.all([write(), ...members.map(read)])
  return done.then(() => ({ reads, violations }))
}

/** @returns the addresses whose sign-up was acknowledged */
async function startSignUps(members, label, signal) {
  const acknowledged = []
  for (let n = 0; !signal.aborted; n += 1) {
    const { site } = members[n % members.length]
    const email = `${label}-${n}@example.org`.replaceAll(' ', '-')
    const response = await site
      .send('/newsletter', {
        method: 'POST',
        headers: {
          origin: site.url,
          'content-type': 'application/json',
          'x-forwarded-for': `198.18.${n >> 8}.${n & 255}`,
        },
        body: JSON.stringify({ email }),
        timeoutMs: 2_000,
      })
      .catch(() => undefined)
    if (response?.status === 200) acknowledged.push(email)
    await delay(SIGN_UP_INTERVAL_MS)
  }
  return acknowledged
}

async function startCampaign(sql, label) {
  const subject = `News of ${label}`
  const [{ id }] = await sql(
    `with recipients as (
       insert into newsletter_subscribers (email) select $1 || n || '@example.com' from generate_series(1, $2::int) as n
       returning id
     ), campaign as (
       insert into newsletter_campaigns (template, subject, html, text) values ('announcement', $3, '<p>Tea</p>', 'Tea')
       returning id
     ), deliveries as (
       insert into newsletter_deliveries (campaign_id, subscriber_id) select campaign.id, recipients.id from campaign, recipients
     )
     select id from campaign`,
    [`${label}-`.replaceAll(' ', '-'), RECIPIENTS, subject],
  )
  return { id, subject }
}

/** Each email was sent once, or is uncertain and was sent at most once. */
async function checkCampaign({ sql, smtp }, { id, subject }) {
  const deliveries = () =>
    sql(
      `select email, state from newsletter_deliveries
       join newsletter_subscribers on newsletter_subscribers.id = subscriber_id where campaign_id = $1`,
      [id],
    )
  await until(SETTLE_LIMIT_MS, async () =>
    (await deliveries()).every(({ state }) => state === 'sent' || state === 'uncertain'),
  )
  const sent = smtp.received.filter(({ text }) => text.includes(`Subject: ${subject}`)).map(({ to }) => to)
  const rows = await deliveries()
  if (rows.length !== RECIPIENTS) throw new Error(`${rows.length} deliveries`)
  for (const { email, state } of rows) {
    const times = sent.filter((to) => to === email).length
    if (times > 1) throw new Error(`${email} was sent ${times} times`)
    if (state === 'sent' && times !== 1) throw new Error(`${email} is ${state}, and was sent ${times} times`)
  }
}

/** Repeats `isTrue`, whose errors mean "not yet". */
async function until(limitMs, isTrue) {
  const started = performance.now()
  let last
  for (;;) {
    const result = await isTrue().catch((error) => {
      if (error instanceof RefusedError) throw error
      last = error
      return false
    })
    if (result) return
    if (performance.now() - started > limitMs)
      throw new Error(`not within ${limitMs} ms${last ? `: ${last.message}` : ''}`)
    await delay(POLL_MS)
  }
}
