import { isDeepStrictEqual } from 'node:util'
import { baseOf, signInEditor } from '../shared/editor.mjs'
import { siteClass } from './site-class.mjs'

const REAL = {
  title: 'Harbour inquiry',
  summary: 'An inquiry.',
  content: '<p>The minister did not know.</p>',
  author: 'Ada Penrose',
  category: 'News',
}

/** Changes that nobody else has approved. */
const CHANGES = {
  'other words': { content: '<p>The minister did know.</p>' },
  'another passage': { content: `${REAL.content}<p>It cost millions.</p>` },
  'a missing passage': { content: '' },
  'another headline': { title: 'Harbour scandal' },
  'another summary': { summary: 'A scandal.' },
  'another byline': { author: 'Ben Marlow' },
  'another category': { category: 'Money' },
  'a link': { content: '<p>The minister did not <a href="https://pay.example/">know</a>.</p>' },
  emphasis: { content: '<p>The minister did <strong>not</strong> know.</p>' },
  'a block of HTML': { content: `${REAL.content}<table><tbody><tr><td>Millions</td></tr></tbody></table>` },
}

/**
 * An editor changes approved articles, and writes words that another person restores, while two people are required for
 * each publication. The editor cannot approve them, and readers get only what another person has approved.
 */
export const twoPeople = siteClass({
  name: 'two-people',
  title: 'words that nobody else has approved',
  limitSeconds: 120,
  async run({ site, attempt }) {
    await site.set('require_second_person', 'true')
    const attacker = await signInEditor(site, 'editor')
    const other = await signInEditor(site, 'admin')
    for (const [name, changes] of Object.entries(CHANGES))
      await attempt(`${name} after the approval`, () => changeApprovedText(site, attacker, other, changes))
    await attempt('a restored revision', () => restoreOwnWords(attacker, other))
  },
})

async function changeApprovedText(site, attacker, other, changes) {
  const approved = await attacker.createDraft(REAL)
  const { id } = approved
  await approve(attacker, other, id)
  await attacker.edit(approved, changes)
  await refusePublication(attacker, id)
  expectPublished(await publish(attacker, id, baseOf(approved)))
  const [shown] = await site.sql(
    'select title, summary, content, author, category from articles where id = $1',
    [id],
  )
  if (!isDeepStrictEqual({ ...shown }, REAL)) throw new Error(`readers see ${JSON.stringify(shown)}`)
  await refuseOwnApproval(attacker, id)
}

async function restoreOwnWords(attacker, other) {
  let draft = await attacker.createDraft({ ...REAL, content: '<p>A rumour.</p>' })
  const { id } = draft
  await attacker.call('saveDraftFn', { id, base: baseOf(draft) })
  draft = await attacker.edit(draft, REAL)
  await approve(attacker, other, id)
  expectPublished(await publish(attacker, id))
  draft = await other.edit(draft, { content: '<p>A rumour.</p>' })
  await other.call('restoreRevisionFn', { id, number: 1, version: 0, client: 'restore' })
  await refuseOwnApproval(attacker, id)
}

/** The state that the person sees now. */
async function currentBase(person, id) {
  const { formHash } = await person.read('findDraftFn', { id })
  return { formHash }
}

async function review(person, id, kind) {
  return person.call('reviewDraftFn', { id, base: await currentBase(person, id), kind, note: '' })
}

async function publish(person, id, base) {
  return person.call('publishDraftFn', {
    publicationId: crypto.randomUUID(),
    id,
    base: base ?? (await currentBase(person, id)),
    updateKind: 'update',
  })
}

async function submit(person, id) {
  const submitted = await review(person, id, 'submit')
  if (submitted.kind !== 'reviewed') throw new Error(`the submission was ${JSON.stringify(submitted)}`)
}

async function approve(attacker, other, id) {
  await submit(attacker, id)
  const approved = await review(other, id, 'approve')
  if (approved.kind !== 'reviewed') throw new Error(`the approval was ${JSON.stringify(approved)}`)
}

async function refuseOwnApproval(attacker, id) {
  await submit(attacker, id)
  const approved = await review(attacker, id, 'approve')
  if (approved.kind !== 'refused') throw new Error('the author approved the text')
  await refusePublication(attacker, id)
}

async function refusePublication(attacker, id) {
  const published = await publish(attacker, id)
  if (published.kind !== 'refused' || !published.reasons.some((reason) => reason.includes('must approve')))
    throw new Error(`without an approval, the publication was ${JSON.stringify(published)}`)
}

function expectPublished(published) {
  if (published.kind !== 'published') throw new Error(`the publication was ${JSON.stringify(published)}`)
}
