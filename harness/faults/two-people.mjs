import * as Y from 'yjs'
import { createDraftDocument, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { baseOf, signInEditor } from '../shared/editor.mjs'
import { siteClass } from './site-class.mjs'

const REAL = {
  title: 'Harbour inquiry',
  content: '<p>The minister did not know.</p>',
  author: 'Ada Penrose',
  category: 'News',
}

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

/** Approves the newest revision. */
const APPROVAL_OF_A_THIRD = `insert into reviews (id, article_id, revision, kind)
  select gen_random_uuid(), id, last_revision, 'approve' from drafts where id = $1`

/**
 * An editor brings words into an article in ways that are not typing, while two people are required for each
 * publication. The editor cannot approve them, and readers get only what another person has approved.
 */
export const twoPeople = siteClass({
  name: 'two-people',
  title: 'words that nobody else has approved',
  limitSeconds: 120,
  async run({ site, attempt }) {
    await site.set('require_second_person', 'true')
    const attacker = await signInEditor(site, 'editor')
    const other = await signInEditor(site, 'admin')
    for (const [name, forged] of Object.entries(FORGED))
      await attempt(`first update with ${name}`, async () => {
        const [id] = await site.publish([REAL])
        await forgeFirstUpdate(site, attacker, other, id, { ...REAL, ...forged })
      })
    await attempt('a restored revision', () => restoreOwnWords(site, attacker, other))
  },
})

async function forgeFirstUpdate(site, attacker, other, id, forged) {
  const doc = createDraftDocument(crypto.randomUUID())
  writeForm(doc, forged)
  const { formHash } = await other.read('findDraftFn', { id })
  const target = { id, document: doc.guid, seedOf: formHash }
  const seq = await attacker.append(target, Y.encodeStateAsUpdate(doc))
  // Another person corrects a typo in the text that they see.
  await other.edit({ id, doc, seq }, { summary: 'An inquiry.' })
  await refuseOwnApproval(attacker, id)
  await approveAndPublish(site, attacker, other, id)
  const [shown] = await site.sql('select title, content, author, category from articles where id = $1', [id])
  for (const [field, text] of Object.entries(forged))
    if (shown[field] !== text) throw new Error(`readers see ${JSON.stringify(shown[field])}`)
}

async function restoreOwnWords(site, attacker, other) {
  let draft = await attacker.createDraft({ ...REAL, content: '<p>A rumour.</p>' })
  const { id } = draft
  await attacker.call('saveDraftFn', { id, base: baseOf(draft) })
  draft = await attacker.edit(draft, REAL)
  await approveAndPublish(site, attacker, other, id)
  draft = await other.edit(draft, { content: '<p>A rumour.</p>' })
  await other.call('saveDraftFn', { id, base: baseOf(draft), restoredFrom: 1 })
  await refuseOwnApproval(attacker, id)
}

/** Calls a function with the state that the person sees now. */
async function callNow(person, name, id, data) {
  const { formHash } = await person.read('findDraftFn', { id })
  return person.call(name, { id, base: { formHash }, ...data })
}

const review = (person, id, kind) => callNow(person, 'reviewDraftFn', id, { kind, note: '' })

const publish = (person, id) =>
  callNow(person, 'publishDraftFn', id, { publicationId: crypto.randomUUID(), updateKind: 'update' })

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
