import { ADMIN_LIVE_PATH } from '#kernel/paths.ts'
import { jsonRequest } from '../shared/client.mjs'
import { openEditor } from '../shared/editor.mjs'
import { until } from '../shared/until.mjs'

const LIMIT_MS = 20_000
const FRESH_MS = 1_000

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

export async function untilReplicaAnswers(site) {
  let n = 0
  await until(LIMIT_MS, async () => {
    // Pages of their own are not cached yet.
    await site.expect(200, `/search?q=replica${n++}`)
    return (await site.metric('masthead_page_queries_total\\{server="replica"\\}')) > 0
  })
}
