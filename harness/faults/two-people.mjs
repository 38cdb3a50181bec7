import * as Y from 'yjs'
import { createDraftDocument, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { signInEditor } from './publishing.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const REAL = { title: 'Harbour inquiry', content: '<p>The minister did not know.</p>', author: 'Ada Penrose' }

/** First updates that do not show the stored text. */
const FORGED = {
  'other words': { content: '<p>The minister did know.</p>' },
  'a hidden passage': { content: `${REAL.content}<p>It cost millions.</p>` },
  'a missing passage': { content: '' },
  'another headline': { title: 'Harbour scandal' },
  'another byline': { author: 'Ben Marlow' },
  'another category': { category: 'Money' },
  'a link': { content: '<p>The minister did not <a href="https://pay.example/">know</a>.</p>' },
  emphasis: { content: '<p>The minister did <strong>not</strong> know.</p>' },
}

/**
 * An editor brings words into an article in ways that are not typing, while two people are required for each
 * publication. The editor cannot approve them, and readers get only what another person has approved.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const twoPeople = {
  name: 'two-people',
  title: 'words that nobody else has approved',
  limitSeconds: 120,
  async run({ attempt }) {
    await using site = await startSite()
    await site.sql(
      `insert into site_settings (setting_name, setting_value) values ('require_second_person', 'true')
       on conflict (setting_name) do update set setting_value = 'true'`,
    )
    const [attacker, other] = [await signInEditor(site, 'editor'), await signInEditor(site, 'admin')]
    const articles = Object.entries(FORGED)
    const ids = await site.publish(articles.map(() => ({ ...REAL, category: 'News' })))
    await withPulse(site, attempt, async () => {
      for (const [n, [name, forged]] of articles.entries())
        await attempt(`first update with ${name}`, () =>
          forgeFirstUpdate(site, attacker, other, ids[n], forged),
        )
      await attempt('a restored revision', () => restoreOwnWords(site, attacker, other))
    })
    await checkServer(site, attempt)
  },
}

async function forgeFirstUpdate(site, attacker, other, id, forged) {
  const doc = createDraftDocument(crypto.randomUUID())
  writeForm(doc, { ...REAL, category: 'News', ...forged })
  const { formHash } = await other.read('findDraftFn', { id })
  const { seq } = await attacker.append(
    { id, document: doc.guid, seedOf: formHash },
    Y.encodeStateAsUpdate(doc),
  )
  // Another person corrects a typo in the text that they see.
  await edit(other, { id, doc, seq }, { summary: 'An inquiry.' })
  await refuseOwnApproval(attacker, id)
  await approveAndPublish(site, attacker, other, id)
  const [shown] = await site.sql('select title, content, author, category from articles where id = $1', [id])
  for (const [field, text] of Object.entries({ ...REAL, category: 'News', ...forged }))
    if (shown[field] !== text) throw new Error(`readers see ${JSON.stringify(shown[field])}`)
}

async function restoreOwnWords(site, attacker, other) {
  const draft = { id: crypto.randomUUID(), doc: createDraftDocument(crypto.randomUUID()), seq: 0 }
  await edit(attacker, draft, { ...REAL, content: '<p>A rumour.</p>' })
  await attacker('saveDraftFn', { id: draft.id, base: { document: draft.doc.guid, seq: draft.seq } })
  await edit(attacker, draft, REAL)
  await approveAndPublish(site, attacker, other, draft.id)
  await edit(other, draft, { content: '<p>A rumour.</p>' })
  const base = { document: draft.doc.guid, seq: draft.seq }
  await other('saveDraftFn', { id: draft.id, base, restoredFrom: 1 })
  await refuseOwnApproval(attacker, draft.id)
}

async function edit(call, draft, change) {
  const before = Y.encodeStateVector(draft.doc)
  writeForm(draft.doc, change)
  const target = { id: draft.id, document: draft.doc.guid, ...(draft.seq === 0 && { seedOf: null }) }
  const outcome = await call.append(target, Y.encodeStateAsUpdate(draft.doc, before))
  if (outcome.kind !== 'appended') throw new Error(`the edit was ${outcome.kind}`)
  draft.seq = outcome.seq
}

async function refuseOwnApproval(attacker, id) {
  const submitted = await review(attacker, id, 'submit')
  if (submitted.kind !== 'reviewed') throw new Error(`the submission was ${JSON.stringify(submitted)}`)
  const approved = await review(attacker, id, 'approve')
  if (approved.kind !== 'refused') throw new Error('the author approved the text')
  const published = await publish(attacker, id)
  if (published.kind !== 'refused') throw new Error('the text was published without an approval')
}

async function approveAndPublish(site, attacker, other, id) {
  await review(attacker, id, 'submit')
  const approved = await review(other, id, 'approve')
  // The other person has edited as well.
  if (approved.kind === 'refused') await site.sql(APPROVAL_OF_A_THIRD, [id])
  const published = await publish(attacker, id)
  if (published.kind !== 'published') throw new Error(`the publication was ${JSON.stringify(published)}`)
}

/** Approves the newest revision. */
const APPROVAL_OF_A_THIRD = `insert into reviews (id, article_id, revision, kind)
  select gen_random_uuid(), id, last_revision, 'approve' from drafts where id = $1`

async function review(call, id, kind) {
  const { formHash } = await call.read('findDraftFn', { id })
  return call('reviewDraftFn', { id, base: { formHash }, kind, note: '' })
}

async function publish(call, id) {
  const { formHash } = await call.read('findDraftFn', { id })
  const publicationId = crypto.randomUUID()
  return call('publishDraftFn', { id, base: { formHash }, publicationId, updateKind: 'update' })
}
