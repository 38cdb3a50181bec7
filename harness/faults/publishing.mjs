import { forEachConcurrently, numbers } from '../shared/client.mjs'
import { publicationOf, signInEditor } from '../shared/editor.mjs'
import { startObservedSite, untilTransactionsEnd } from './observed-site.mjs'
import { createDrafts, firstPublication, readState } from './publication-state.mjs'
import { checkServer } from './site-class.mjs'

const KILLS = 24
const EDITORS = 3

const ALL_ROWS = `select ${[
  'articles',
  'drafts',
  'draft_steps',
  'revisions',
  'publications',
  'corrections',
  'audit_log',
]
  .map((table) => `(select jsonb_agg(to_jsonb(t) order by t::text) from ${table} t)::text as ${table}`)
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
    const editor = await signInEditor(site)

    let responses = 0
    let articles = await createDrafts(editor, 0)
    onResponse(() => {
      responses += 1
    })
    await publishAll(editor, articles.map(firstPublication))
    // A round has twice as many publications, and fewer responses of other work.
    const responsesOfRound = responses

    for (let round = 1; round <= KILLS; round += 1) {
      onResponse()
      const drafts = await createDrafts(editor, round)
      const corrected = await Promise.all(
        articles.map((article) => editor.edit(article, { title: `${article.title}, corrected` })),
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
      const outcomes = await publishAll(editor, requests)
      onResponse()
      await site.untilEnded()
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
        await attempt(`retry of ${request.title}`, () => retry(site, editor, request))
      articles = drafts
    }
    await checkServer(site, attempt)
  },
}

function isCommitOfPublication(transaction) {
  return (
    transaction.at(-1) === 'commit' &&
    transaction.some((text) => text.startsWith('insert into "publications"'))
  )
}

function correctionOf(article) {
  const correction = { kind: 'correction', text: `The tea was green (${article.title}).` }
  const data = { ...publicationOf(article), updateKind: 'correction', correction }
  return { data, title: article.title, correction: correction.text }
}

/** @returns the outcomes; undefined for requests without a response */
async function publishAll(editor, requests) {
  const outcomes = numbers(requests.length).map(() => undefined)
  await forEachConcurrently(requests.entries(), EDITORS, async ([n, { data }]) => {
    outcomes[n] = await editor.call('publishDraftFn', data)
    if (outcomes[n] && outcomes[n].kind !== 'published')
      throw new Error(`The draft was not published: ${JSON.stringify(outcomes[n])}`)
  })
  return outcomes
}

/** Sends a request again, twice. The second time, it must change nothing. */
async function retry(site, editor, request) {
  const first = await editor.call('publishDraftFn', request.data)
  const state = await readState(site, request)
  if (first?.kind !== 'published' || state.kind !== 'complete' || first.revision !== state.revision)
    throw new Error(`${JSON.stringify(first)}; ${state.kind}: ${state.written}`)
  const [before] = await site.sql(ALL_ROWS)
  const second = await editor.call('publishDraftFn', request.data)
  const [after] = await site.sql(ALL_ROWS)
  if (JSON.stringify(second) !== JSON.stringify(first))
    throw new Error(`the second retry returned ${JSON.stringify(second)}`)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  if (changed.length > 0) throw new Error(`the second retry changed ${changed.join(', ')}`)
  const { text } = await site.expect(200, `/article/${request.data.id}`)
  if (!text.includes(request.title)) throw new Error('the article has another headline')
}
