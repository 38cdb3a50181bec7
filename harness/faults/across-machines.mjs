import { ADMIN_LIVE_PATH, LIVE_PATH } from '#kernel/paths.ts'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { jsonRequest, numbers } from '../shared/client.mjs'
import { openEditor } from '../shared/editor.mjs'
import { connectTo } from '../shared/postgres.mjs'
import { until } from '../shared/until.mjs'

const LIMIT_MS = 20_000
const FRESH_MS = 1_000
/** The limit of sign-ins from one address within ten seconds. */
const MAX_SIGN_INS = 3

/** Starts the machines at once: only one of them migrates the database and adds the sample edition. */
export async function startTogether(sql, databaseUrl, count) {
  await sql('create database together')
  const url = new URL(databaseUrl)
  url.pathname = '/together'
  const env = { DATABASE_URL: url.href, SAMPLE_EDITION: 'on' }
  await using closing = new AsyncDisposableStack()
  const started = await Promise.allSettled(numbers(count).map(() => startMasthead(env)))
  for (const { value } of started) if (value) closing.use(value)
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  const client = await connectTo(url.href, closing)
  const { rows } = await client.query(
    'select count(*)::int as count, count(distinct title)::int as titles from articles',
  )
  if (rows[0].count === 0 || rows[0].count !== rows[0].titles) throw new Error(JSON.stringify(rows[0]))
}

export async function editOnAll(balancer, site) {
  const editor = openEditor(balancer, await site.signIn('author'))
  let draft = await editor.createDraft({ title: 'Harbour' })
  for (const n of numbers(4)) draft = await editor.edit(draft, { title: `Harbour ${n}` })
  const [stored] = await site.sql('select version from drafts where id = $1', [draft.id])
  if (stored?.version !== draft.version) throw new Error(`version ${stored?.version}, not ${draft.version}`)
}

export async function exceedSignIns(balancer) {
  const statuses = []
  for (const n of numbers(MAX_SIGN_INS + 1)) {
    const data = { email: `nobody-${n}@example.org`, password: 'a password that is wrong' }
    const { status } = await balancer.send(
      '/api/auth/sign-in/email',
      jsonRequest(balancer.url, data, '198.18.40.1'),
    )
    statuses.push(status)
  }
  if (statuses.filter((status) => status === 429).length !== 1) throw new Error(statuses.join(', '))
}

export async function followChange([{ site }, other]) {
  const [id] = await site.publish([{ title: 'Followed' }])
  await expectEvent(other.site.url + LIVE_PATH, {}, id, () =>
    site.sql('update articles set title = $1 where id = $2', ['Followed and changed', id]),
  )
}

/** Two people have opened a draft, each on a machine. */
export async function showCaret([{ site }, other]) {
  const author = await site.signIn('author')
  const { id } = await openEditor(site, author).createDraft({ title: 'Tea' })
  const client = crypto.randomUUID()
  const caret = { version: 1, anchor: 1, head: 1 }
  const path = `${ADMIN_LIVE_PATH}?age=0&draft=${id}`
  await expectEvent(other.site.url + path, await site.signIn('editor'), client, async () => {
    const sent = await openEditor(site, author).call('sendPresenceFn', { id, message: { client, caret } })
    if (sent?.kind !== 'sent') throw new Error(JSON.stringify(sent))
  })
}

export async function endSession(members) {
  const [{ site }] = members
  const headers = await site.signIn('author')
  const findSession = async (member) =>
    JSON.parse((await member.site.expect(200, '/api/auth/get-session', { headers })).text)
  for (const member of members) if (!(await findSession(member))) throw new Error('there is no session')
  const signOut = jsonRequest(site.url, {})
  await site.expect(200, '/api/auth/sign-out', { ...signOut, headers: { ...signOut.headers, ...headers } })
  for (const member of members) if (await findSession(member)) throw new Error('the session continues')
}

/** Opens a stream, and expects an event that contains `text` in time after `act`. */
async function expectEvent(url, headers, text, act) {
  const stream = await fetch(url, { headers })
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  const changedAt = performance.now()
  await act()
  for (let received = ''; !received.includes(text); ) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the stream ended')
    received += value
  }
  const ms = performance.now() - changedAt
  await reader.cancel()
  if (ms > FRESH_MS) throw new Error(`${ms.toFixed(0)} ms`)
}

/** Counts the connections to PostgreSQL that do not lead through the pooler, by their application names. */
export async function countDirectConnections(sql, processes) {
  const rows = await sql(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where application_name ~ '^(masthead (live|lock)|masthead, process|backup)' group by 1`,
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0 || total > processes * 4) throw new Error(JSON.stringify(rows))
}

export async function untilReplicaAnswers(site) {
  let n = 0
  await until(LIMIT_MS, async () => {
    // Pages of their own are not cached yet.
    await site.expect(200, `/search?q=replica${n++}`)
    return (await site.metric('masthead_page_queries_total\\{server="replica"\\}')) > 0
  })
}
