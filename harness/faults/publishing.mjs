import { fromCrossJSON } from 'seroval'
import * as Y from 'yjs'
import { appendAddress } from '#features/collaboration/rules/append-address.ts'
import { createDraftDocument, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently } from './client.mjs'
import { startObservedSite, untilTransactionsEnd } from './observed-site.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer } from './site.mjs'

const KILLS = 24
/** First publications of each round, and as many corrections of the articles of the round before. */
const DRAFTS = 4
const EDITORS = 3

const ONE_OF_EACH = { publications: 1, revisions: 1, articles: 1, entries: 1 }
/** Counts the rows that a publication writes, each of which contains its headline or the text of its correction. */
const WRITTEN = `select
  (select count(*)::int from publications where id = $1) as publications,
  (select count(*)::int from revisions where article_id = $2 and kind in ('publish', 'correction') and fields ->> 'title' = $3) as revisions,
  (select count(*)::int from articles where id = $2 and title = $3) as articles,
  (select count(*)::int from audit_log where subject_id = $2::text and subject = $3
     and action in ('article.create', 'article.update')) as entries,
  (select count(*)::int from corrections where article_id = $2 and text = $4) as corrections`

/** The number of the published revision, if everything that the publication wrote agrees. */
const AGREED = `select revision from publications
  join revisions on revisions.article_id = publications.article_id and number = revision
  join drafts on drafts.id = publications.article_id
  join articles on articles.id = publications.article_id
  where publications.id = $1 and publications.state = 'done' and finished_at is not null and drafts.is_published
    and number = drafts.last_revision and number = (select max(number) from revisions where article_id = drafts.id)
    and articles.title = revisions.fields ->> 'title' and articles.content = revisions.fields ->> 'content'
    and revisions.form_hash = drafts.form_hash`

const ALL_ROWS = `select ${['articles', 'drafts', 'revisions', 'publications', 'corrections', 'audit_log']
  .map((table) => `(select jsonb_agg(to_jsonb(t) order by t.*) from ${table} t)::text as ${table}`)
  .join(', ')}`

/**
 * Kills the server while editors publish drafts, alternately between the COMMIT of a publication and the response to
 * its request, and after a random response of the database. Publications are then complete or absent, and a retry
 * publishes once.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const publishing = {
  name: 'publishing',
  title: 'server killed during publications',
  limitSeconds: 240,
  async run({ attempt, random }) {
    await using closing = new AsyncDisposableStack()
    const { site, onResponse } = await startObservedSite(closing)
    const call = await signInEditor(site)

    let responses = 0
    let articles = await createDrafts(call, 0)
    onResponse(() => {
      responses += 1
    })
    await publishAll(call, articles.map(firstPublication))
    // A round has twice as many publications.
    const responsesOfRound = Math.floor(1.5 * responses)

    for (let round = 1; round <= KILLS; round += 1) {
      onResponse(() => {})
      const drafts = await createDrafts(call, round)
      const corrected = await Promise.all(
        articles.map((article) => storeEdit(call, article, `${article.title}, corrected`)),
      )
      const requests = drafts.flatMap((draft, n) => [firstPublication(draft), correctionOf(corrected[n])])
      const isAfterCommit = round % 2 === 1
      let left = 1 + Math.floor(random.next() * (isAfterCommit ? requests.length : responsesOfRound))
      const { pid } = site.server
      onResponse((transaction) => {
        if (isAfterCommit && !isCommitOfPublication(transaction)) return
        left -= 1
        if (left === 0) process.kill(pid, 'SIGKILL')
      })
      const outcomes = await publishAll(call, requests)
      onResponse(() => {})
      await site.disconnect()
      await site.server[Symbol.asyncDispose]()
      await untilTransactionsEnd(site)

      const states = []
      for (const request of requests) states.push(await readState(site, request))
      for (const [n, { title }] of requests.entries())
        await attempt(title, async () => {
          if (states[n].kind === 'partial') throw new Error(`partial: ${states[n].written}`)
          if (outcomes[n] && states[n].kind !== 'complete')
            throw new Error('the acknowledged publication was lost')
        })
      await attempt(`kill ${round}`, async () => {
        if (left > 0) throw new Error('the publications ended before the server was killed')
        if (isAfterCommit && !states.some(({ kind }, n) => kind === 'complete' && !outcomes[n]))
          throw new Error('no publication was committed without a response')
      })
      await attempt(`restart ${round}`, () => site.startAgain())
      for (const request of requests)
        await attempt(`retry of ${request.title}`, () => retry(site, call, request))
      articles = drafts
    }
    await checkServer(site, attempt)
  },
}

/**
 * @param {string} [role]
 * @returns a function that calls a server function of a process, by default of this one, and returns its result,
 * undefined if the connection was lost. `read` calls one without effects, and `append` stores a Yjs update.
 */
export async function signInEditor(site, role = 'editor') {
  const editor = await site.signIn(role)
  const append = async (target, update) => {
    const { status, text } = await site.send(appendAddress(target), {
      method: 'POST',
      headers: { ...editor, origin: site.url, 'content-type': 'application/octet-stream' },
      body: Buffer.from(update),
    })
    if (status !== 200) throw new Error(`The update has status ${status}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }
  const paths = new Map(listServerFunctions().map(({ name, path }) => [name, path]))
  const readResult = (name, { status, text }) => {
    if (status !== 200 || !text.includes('"result"'))
      throw new Error(`${name}: ${status} ${text.slice(0, 200)}`)
    return fromCrossJSON(JSON.parse(text), { refs: new Map() }).result
  }
  const read = async (name, data) => {
    const path = `${paths.get(name)}?payload=${encodeURIComponent(serialiseArguments(data))}`
    return readResult(name, await site.send(path, { headers: { ...SAME_ORIGIN_HEADERS, ...editor } }))
  }
  const call = async (name, data, process = site) => {
    const response = await process
      .send(paths.get(name), {
        method: 'POST',
        headers: {
          ...SAME_ORIGIN_HEADERS,
          ...editor,
          origin: process.url,
          'content-type': 'application/json',
        },
        body: serialiseArguments(data),
      })
      .catch(() => undefined)
    return response && readResult(name, response)
  }
  return Object.assign(call, { append, read })
}

function isCommitOfPublication(transaction) {
  return (
    transaction.at(-1) === 'commit' &&
    transaction.some((text) => text.startsWith('insert into "publications"'))
  )
}

/** Stores drafts whose headlines contain `round`. */
export function createDrafts(call, round) {
  return Promise.all(
    Array.from({ length: DRAFTS }, (_, n) => {
      const doc = createDraftDocument(crypto.randomUUID())
      writeForm(doc, { content: '<p>Milk first.</p>', summary: 'At four.' })
      return storeEdit(call, { id: crypto.randomUUID(), doc, seq: 0 }, `Tea ${round}.${n}`)
    }),
  )
}

/** Changes the headline of a draft and stores it. @returns the draft as it is stored */
async function storeEdit(call, { id, doc, seq }, title) {
  writeForm(doc, { title })
  const target = { id, document: doc.guid, ...(seq === 0 && { seedOf: null }) }
  const outcome = await call.append(target, Y.encodeStateAsUpdate(doc))
  if (outcome.kind !== 'appended') throw new Error(`The draft was not stored: ${JSON.stringify(outcome)}`)
  return { id, doc, seq: outcome.seq, title }
}

export function firstPublication({ id, doc, seq, title }) {
  const data = {
    publicationId: crypto.randomUUID(),
    id,
    base: { document: doc.guid, seq },
    updateKind: 'update',
  }
  return { data, title, correction: '' }
}

function correctionOf(article) {
  const { data, title } = firstPublication(article)
  const correction = { kind: 'correction', text: `The tea was green (${title}).` }
  return { data: { ...data, updateKind: 'correction', correction }, title, correction: correction.text }
}

/** @returns the outcomes; undefined for requests without a response */
async function publishAll(call, requests) {
  const outcomes = requests.map(() => undefined)
  await forEachConcurrently(requests.entries(), EDITORS, async ([n, { data }]) => {
    outcomes[n] = await call('publishDraftFn', data)
    if (outcomes[n] && outcomes[n].kind !== 'published')
      throw new Error(`The draft was not published: ${JSON.stringify(outcomes[n])}`)
  })
  return outcomes
}

/** @returns whether a publication is complete, absent or partial */
export async function readState(site, { data, title, correction }) {
  const [counts] = await site.sql(WRITTEN, [data.publicationId, data.id, title, correction])
  const written = JSON.stringify(counts)
  if (Object.values(counts).every((count) => count === 0)) return { kind: 'absent', written }
  const expected = { ...counts, ...ONE_OF_EACH, corrections: correction ? 1 : 0 }
  const [agreed] = await site.sql(AGREED, [data.publicationId])
  if (!agreed || JSON.stringify(expected) !== written) return { kind: 'partial', written }
  return { kind: 'complete', written, revision: agreed.revision }
}

/** Sends a request again, twice. The second time, it must change nothing. */
async function retry(site, call, { data, title, correction }) {
  const first = await call('publishDraftFn', data)
  const state = await readState(site, { data, title, correction })
  if (first?.kind !== 'published' || state.kind !== 'complete' || first.revision !== state.revision)
    throw new Error(`${JSON.stringify(first)}; ${state.kind}: ${state.written}`)
  const [before] = await site.sql(ALL_ROWS)
  const second = await call('publishDraftFn', data)
  const [after] = await site.sql(ALL_ROWS)
  if (JSON.stringify(second) !== JSON.stringify(first))
    throw new Error(`the second retry returned ${JSON.stringify(second)}`)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  if (changed.length > 0) throw new Error(`the second retry changed ${changed.join(', ')}`)
  const { status, text } = await site.send(`/article/${data.id}`)
  if (status !== 200 || !text.includes(title)) throw new Error(`the article has status ${status}`)
}
