import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { forEachConcurrently, jsonRequest, numbers } from '../shared/client.mjs'
import { publicationOf } from '../shared/editor.mjs'
import { until } from '../shared/until.mjs'

const POLL_MS = 40
const WRITE_INTERVAL_MS = 250
const SIGN_UP_INTERVAL_MS = 100
const SIGN_UP_TIMEOUT_MS = 2_000
const DRAFTS = 12
const EDITORS = 2
const RECIPIENTS = 20
/** The time from the request of a scheduled publication to its planned time. */
const SCHEDULE_MS = 4_000
/** A timer or a job retries what has failed within a minute. */
const SETTLE_LIMIT_MS = 90_000
const ACKNOWLEDGE_LIMIT_MS = 60_000
const FRESH_MS = 1_000
/** Pages that each reader must load, even on a busy machine. */
const MIN_READS = 5

/**
 * Readers, editors, subscribers and a campaign, while `inject` causes faults. Afterwards: pages were never older than
 * their row for more than a second, each publication took effect once, no email was sent twice, and nothing that was
 * acknowledged is lost.
 *
 * @param {Awaited<ReturnType<typeof import('./cluster.mjs').startCluster>>} cluster
 * @param {import('./run-class.mjs').Attempt} attempt
 * @param {{ label: string, pick: (items: any[]) => any, inject: () => Promise<void> }} options
 */
export async function withWorkload(cluster, attempt, { label, pick, inject }) {
  const stopped = new AbortController()
  using closing = new DisposableStack()
  closing.defer(() => stopped.abort())
  const { sql, editor, members, edges = [] } = cluster
  const requests = []
  for (const n of numbers(DRAFTS)) {
    const fields = { content: '<p>Milk first.</p>', summary: 'At four.', title: `Tea ${label}.${n}` }
    requests.push({ data: publicationOf(await editor.createDraft(fields)), title: fields.title })
  }
  const immediate = requests.filter((_, n) => n % 2 === 0)
  for (const { data } of requests.filter((_, n) => n % 2 === 1)) {
    const plannedAt = new Date(Date.now() + SCHEDULE_MS).toISOString()
    const outcome = await editor.call('publishDraftFn', { ...data, plannedAt })
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
    await attempt(`${label}: ${request.title} is published once`, () =>
      until(SETTLE_LIMIT_MS, async () => {
        const state = await readState(sql, request)
        if (!isDeepStrictEqual(state, PUBLISHED_ONCE)) throw new Error(JSON.stringify(state))
        return true
      }),
    )
  await attempt(`${label}: emails`, () => checkCampaign(cluster, campaign))
  // Pages have to be fresh again after the last fault, too.
  const disturbedUntil = Math.max(...[...members, ...edges].map((one) => one.disturbedUntil))
  await delay(Math.max(0, disturbedUntil - performance.now()) + 2 * FRESH_MS)
  stopped.abort()
  for (const { name, reads, violations } of await readers)
    await attempt(`${label}: pages of ${name}`, async () => {
      if (violations.length > 0)
        throw new Error(`${violations.length} of ${reads} were too old: ${violations.join('; ')}`)
      if (reads < MIN_READS) throw new Error(`only ${reads} pages were read`)
    })
  const acknowledged = await signUps
  await attempt(`${label}: sign-ups`, async () => {
    if (acknowledged.length === 0) throw new Error('none was acknowledged')
    const stored = await sql('select from newsletter_subscribers where email = any($1)', [acknowledged])
    if (stored.length !== acknowledged.length)
      throw new Error(`${acknowledged.length - stored.length} were lost`)
  })
}

async function publishUntilDone({ editor, members }, { data }, pick) {
  let outcome
  await until(ACKNOWLEDGE_LIMIT_MS, async () => {
    const { site } = pick(members.filter(({ isRunning }) => isRunning))
    outcome = await editor.call('publishDraftFn', data, site)
    return outcome !== undefined
  })
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
}

const PUBLISHED_ONCE = { publications: 1, revisions: 1, articles: 1, entries: 1, agreed: 1 }

/** Counts the rows that a publication has written, and those that agree with each other. */
async function readState(sql, { data, title }) {
  const [counts] = await sql(
    `select
       (select count(*)::int from publications where id = $1) as publications,
       (select count(*)::int from revisions where article_id = $2 and kind = 'publish' and fields ->> 'title' = $3) as revisions,
       (select count(*)::int from articles where id = $2 and title = $3) as articles,
       (select count(*)::int from audit_log where subject_id = $2::text and subject = $3
          and action in ('article.create', 'article.update')) as entries,
       (select count(*)::int from publications
          join revisions on revisions.article_id = publications.article_id and number = revision
          join drafts on drafts.id = publications.article_id
          join articles on articles.id = publications.article_id
          where publications.id = $1 and publications.state = 'done' and finished_at is not null and drafts.is_published
            and number = drafts.last_revision and number = (select max(number) from revisions where article_id = drafts.id)
            and articles.title = revisions.fields ->> 'title' and articles.content = revisions.fields ->> 'content'
            and revisions.form_hash = drafts.form_hash) as agreed`,
    [data.publicationId, data.id, title],
  )
  return { ...counts }
}

/** Changes a row and reads its page from each process, and from caches in front of them, until the signal. */
async function startReaders({ members, edges = [], sql }, signal) {
  const id = crypto.randomUUID()
  /** The times at which the changes were committed, by their number. */
  const committedAt = []
  async function change() {
    const number = committedAt.length
    await sql(
      `insert into articles (id, title, slug, origin) values ($1, $2, 'changed', 'sample')
       on conflict (id) do update set title = excluded.title`,
      [id, `Change ${number}`],
    )
    committedAt[number] = performance.now()
  }
  await change()
  async function read(member, n) {
    let reads = 0
    const violations = []
    while (!signal.aborted) {
      const startedAt = performance.now()
      const response = await member.site.send(`/article/${id}`).catch(() => undefined)
      // Pages are marked if they may be out of date, since the database does not respond.
      if (response?.status === 200 && !/unavailable/.test(response.headers['cache-status'])) {
        reads += 1
        const shown = Number(/>Change (\d+)</.exec(response.text)?.[1])
        const newest = committedAt.findLastIndex((at) => at < startedAt - FRESH_MS)
        const isDisturbed = startedAt < member.disturbedUntil + FRESH_MS
        if (!isDisturbed && !(shown >= newest)) {
          const lateMs = startedAt - committedAt[shown + 1]
          violations.push(`change ${shown}, ${lateMs.toFixed(0)} ms after change ${shown + 1}`)
        }
      }
      await delay(POLL_MS)
    }
    return { name: `reader ${n + 1}`, reads, violations }
  }
  async function write() {
    while (!signal.aborted) {
      await delay(WRITE_INTERVAL_MS)
      await change()
    }
  }
  const [, ...results] = await Promise.all([write(), ...[...members, ...edges].map(read)])
  return results
}

/** @returns the addresses whose sign-up was acknowledged */
async function startSignUps(members, label, signal) {
  const acknowledged = []
  for (let n = 0; !signal.aborted; n += 1) {
    const { site } = members[n % members.length]
    const email = `${label}-${n}@example.org`.replaceAll(' ', '-')
    const request = jsonRequest(site.url, { email }, `198.18.${n >> 8}.${n & 255}`)
    const response = await site
      .send('/newsletter', { ...request, timeoutMs: SIGN_UP_TIMEOUT_MS })
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
  let deliveries = []
  await until(SETTLE_LIMIT_MS, async () => {
    deliveries = await sql(
      `select email, state from newsletter_deliveries
       join newsletter_subscribers on newsletter_subscribers.id = subscriber_id where campaign_id = $1`,
      [id],
    )
    return deliveries.every(({ state }) => state === 'sent' || state === 'uncertain')
  })
  const sent = smtp.received.filter(({ text }) => text.includes(`Subject: ${subject}`)).map(({ to }) => to)
  if (deliveries.length !== RECIPIENTS) throw new Error(`${deliveries.length} deliveries`)
  for (const { email, state } of deliveries) {
    const times = sent.filter((to) => to === email).length
    if (times > 1 || (state === 'sent' && times !== 1))
      throw new Error(`${email} is ${state}, and was sent ${times} times`)
  }
}
