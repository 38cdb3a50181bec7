import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { startProcessorTimer } from '#platform/testing/hostile-texts.ts'
import { appendAddress } from '../rules/append-address.ts'
import { tooManyChanges } from '../rules/step-limits.ts'
import { append, tooManyRequests } from './append-handler.server.ts'
import { appendRequest, appendSteps } from './append-steps.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, addPerson, open } = newsroom
const eve = await addPerson('Eve', 'editor')
const cato = await addPerson('Cato', 'contributor')
beforeEach(newsroom.clear)
afterAll(() => newsroom.database.drop())

const log = async () => (await pool.query('select * from draft_steps order by version')).rows

/** Inserted at the start of the text. */
const insert = (...content: object[]) => [{ stepType: 'replace', from: 8, to: 8, slice: { content } }]
const paragraph = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})

function nested(levels: number): object {
  let block: object = paragraph('deep')
  for (let level = 0; level < levels; level += 1) block = { type: 'blockquote', content: [block] }
  return block
}

describe.each<[string, object[]]>([
  ['a step of an unknown type', [{ stepType: 'evil' }]],
  ['a step without positions', [{ stepType: 'replace' }]],
  ['a step beyond the document', [{ stepType: 'replace', from: 900_000, to: 900_001 }]],
  ['an unknown node', insert({ type: 'script' })],
  ['an unknown mark', insert(paragraph('x', { type: 'evil' }))],
  [
    'a link that runs a script',
    insert(paragraph('x', { type: 'link', attrs: { href: ' java\nscript:alert(1)' } })),
  ],
  ['a heading of another level', insert({ type: 'heading', attrs: { level: 1 }, content: [] })],
  [
    'a list with a text in place of a number',
    insert({ type: 'orderedList', attrs: { start: '"><script>' } }),
  ],
  ['a paragraph in a paragraph', insert({ type: 'paragraph', content: [paragraph('x')] })],
  ['a NUL', insert(paragraph('a\0b'))],
  ['half a surrogate pair', insert(paragraph('\ud83d'))],
  ['a pair of which half is deleted', [...insert(paragraph('🍵')), { stepType: 'replace', from: 9, to: 10 }]],
  ['a field that does not exist', [{ stepType: 'docAttr', attr: 'owner_id', value: 'Eve' }]],
  ['an object in place of a category', [{ stepType: 'docAttr', attr: 'category', value: { a: 1 } }]],
  ['a category that does not exist', [{ stepType: 'docAttr', attr: 'category', value: 'Evil' }]],
  ['blocks that are nested too deeply', insert(nested(102))],
  ['blocks that are nested very deeply', insert(nested(3_000))],
  ['more empty paragraphs than are stored', insert(...Array(100_001).fill({ type: 'paragraph' }))],
  [
    'long texts of embeds that are not published yet',
    insert(...Array(600).fill({ type: 'embed', attrs: { text: 'x'.repeat(2_000) } })),
  ],
  [
    'a headline that is too long',
    [
      {
        stepType: 'replace',
        from: 1,
        to: 1,
        slice: { content: [{ type: 'text', text: 'x'.repeat(2_001) }] },
      },
    ],
  ],
])('%s', (_, steps) => {
  it('is refused quickly, and changes nothing', async () => {
    await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea', content: '<p>Text</p>' })
    const before = [await log(), await open()]
    const processorTime = startProcessorTimer()
    const append = { id: ID, client: 'client-of-eve', batch: 1, base: 1, seen: 1 }
    const { data } = appendRequest.safeParse({ ...append, steps })
    expect(data).toBeDefined()
    expect(await appendSteps(db, eve, { ...append, steps: data?.steps ?? [] }, NOW)).toMatchObject({
      kind: 'refused',
    })
    expect(processorTime()).toBeLessThan(1_500)
    expect([await log(), await open()]).toEqual(before)
  })
})

it('stores backslashes and characters beyond the basic plane', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  const content = `<p>C:${'\\'}u0000 ${'\\\\'}ud83d 🍵</p>`
  expect(await client.edit({ title: 'Tea 🍵', content })).toMatchObject({ kind: 'appended' })
  expect((await open()).form).toMatchObject({ title: 'Tea 🍵', content })
})

it.each<[string, object]>([
  ['no steps', { steps: [] }],
  ['too many steps', { steps: Array(2_001).fill({ stepType: 'replace' }) }],
  ['a client without an id', { client: '' }],
  ['a client with a NUL', { client: 'client-of\0-eve' }],
  ['a batch with a number that is not stored', { batch: 2 ** 31 }],
  ['a version below zero', { base: -1 }],
])('%s are no request', (_, change) => {
  const request = { client: 'client-of-eve', batch: 1, base: 0, seen: 0, steps: [{ stepType: 'docAttr' }] }
  expect(appendRequest.safeParse(request).success).toBe(true)
  expect(appendRequest.safeParse({ ...request, ...change }).success).toBe(false)
})

it('batches that take long are refused after five seconds of a minute', async () => {
  const mallory = await addPerson('Mallory', 'editor')
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea' })
  const now = performance.now.bind(performance)
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => 10 * now())
  const processorTime = startProcessorTimer()
  const long = insert(...Array.from({ length: 60_000 }, () => paragraph('x')))
  await expect(
    (async () => {
      for (let batch = 1; batch < 200; batch += 1)
        await appendSteps(
          db,
          mallory,
          { id: ID, client: 'client-of-mallory', batch, base: 1, seen: 1, steps: long },
          NOW,
        )
    })(),
  ).rejects.toThrow(/takes too long|too much data/)
  expect(processorTime()).toBeLessThan(2_000)
})

it('steps of another draft change neither', async () => {
  const other = crypto.randomUUID()
  const ofCato = await openDraftClient(db, cato, other, NOW)
  await ofCato.edit({ title: 'Milk', content: `<p>${'Milk '.repeat(100)}</p>` })
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea', content: '<p>Text</p>' })
  const before = [await log(), await open(), await open(other)]
  const steps = ofCato.stepsFor({ content: '<h2>Milk</h2>' }).map((step) => step.toJSON())
  const batch = { id: ID, client: ofCato.client, batch: 2, base: 1, seen: 1, steps }
  await expect(appendSteps(db, cato, batch, NOW)).rejects.toThrow('Access Denied')
  expect(await appendSteps(db, eve, batch, NOW)).toMatchObject({ kind: 'refused' })
  // The other draft has more versions.
  expect(await appendSteps(db, eve, { ...batch, base: 2 }, NOW)).toEqual({ kind: 'outdated' })
  expect([await log(), await open(), await open(other)]).toEqual(before)
})

it('steps of somebody whose draft was assigned to another person are refused from then on', async () => {
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea' })
  const assign = (person: string | null) =>
    pool.query('update drafts set assignee_id = $2 where id = $1', [ID, person])
  await assign(cato.id)
  const client = await openDraftClient(db, cato, ID, NOW)
  expect(await client.edit({ content: '<p>Milk</p>' })).toMatchObject({ kind: 'appended' })
  await assign(null)
  const before = [await log(), await open()]
  await expect(client.edit({ content: '<p>Milk first</p>' })).rejects.toThrow('Access Denied')
  expect([await log(), await open()]).toEqual(before)
})

/** @param size of the body in bytes, as the client states it */
function send(by: Account, batch: number, size = 200): Promise<Response> {
  const change = { stepType: 'docAttr', attr: 'author', value: `${by.fullName} ${batch}` }
  const body = JSON.stringify({ client: 'client-of-trent', batch, base: 1, seen: 1, steps: [change] })
  const headers = { 'content-length': `${size}` }
  const address = new URL(appendAddress({ draft: ID }), 'http://localhost')
  return append(db, by, new Request(address, { method: 'POST', headers, body }))
}

it('a batch of 10 MB is refused unread', async () => {
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea' })
  const response = await send(eve, 1, 10 * 1024 * 1024)
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual({ message: tooManyChanges() })
  expect(await log()).toHaveLength(1)
})

it('1,000 requests at once are refused, before they take the connections of the database', async () => {
  const trent = await addPerson('Trent', 'editor')
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea' })
  const requests = Array.from({ length: 1_000 }, (_, index) => send(trent, index + 1))
  const outcomes = await Promise.allSettled(requests)
  const refusals = outcomes.filter(({ status }) => status === 'rejected')
  expect(refusals[0]).toMatchObject({ reason: new TooBusyError(tooManyRequests()) })
  // Six at a time.
  expect(outcomes.length - refusals.length).toBe(6)
})
