import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { publishDraft } from './publish-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, edit, save, publish, ingest, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const publications = async () =>
  (await pool.query('select kind, revision, update_kind, state from publications order by seq')).rows

describe('the first publication', () => {
  it('stores a normalised article, published now, and records it', async () => {
    const form = { title: ' Tea\n time ', author: 'Ada', isBreaking: true, sourceName: '' }
    expect(await publish(form)).toMatchObject({ kind: 'published', revision: 1 })
    expect(await row()).toMatchObject({
      title: 'Tea time',
      author: 'Ada',
      is_breaking: true,
      category: 'News',
      source_name: null,
      image_url: null,
      published_at: NOW,
      updated_at: null,
      origin: 'editor',
    })
    expect(await open()).toMatchObject({ status: 'published', publishedAt: NOW.toISOString() })
    expect(await publications()).toEqual([{ kind: 'publish', revision: 1, update_kind: null, state: 'done' }])
    expect(await audit()).toEqual([
      {
        action: 'article.create',
        subject_id: ID,
        subject: 'Tea time',
        actor_email: 'ada@example.org',
        changes: expect.objectContaining({ title: { from: null, to: 'Tea time' } }),
      },
    ])
  })

  it('publishes a saved draft with the time of its publication', async () => {
    await save({ title: 'Coffee' })
    expect(await publish({}, { now: LATER })).toMatchObject({ kind: 'published', revision: 2 })
    expect(await row()).toMatchObject({ title: 'Coffee', published_at: LATER, updated_at: null })
    expect(await revisions()).toEqual(['1 save: Coffee', '2 publish: Coffee'])
  })

  it('refuses an incomplete article with all reasons, and stores nothing', async () => {
    expect(await publish({ title: ' ', sourceUrl: 'ftp://a.example' })).toEqual({
      kind: 'refused',
      reasons: ['Article title is required', 'Source URL must start with http:// or https://'],
    })
    expect(await pool.query('select from revisions')).toMatchObject({ rowCount: 0 })
  })
})

describe('an update', () => {
  it('stores the fields and the time, and records the changes', async () => {
    await publish({ author: 'Ada' })
    const outcome = await publish({ title: 'Coffee', imageUrl: 'https://a.example/p.jpg' }, { now: LATER })
    expect(outcome).toEqual({ kind: 'published', formHash: (await open()).formHash, revision: 2 })
    expect(await row()).toMatchObject({
      title: 'Coffee',
      author: 'Ada',
      image_url: 'https://a.example/p.jpg',
      published_at: NOW,
      updated_at: LATER,
    })
    expect((await audit())[1]).toMatchObject({
      action: 'article.update',
      subject: 'Coffee',
      changes: {
        title: { from: 'Tea', to: 'Coffee' },
        imageUrl: { from: '', to: 'https://a.example/p.jpg' },
      },
    })
  })

  it('does not change the time of a minor edit', async () => {
    await publish()
    await publish({ title: 'Coffee' }, { now: LATER, updateKind: 'minor' })
    expect(await row()).toMatchObject({ title: 'Coffee', published_at: NOW, updated_at: null })
    const evenLater = new Date('2026-11-21T14:00:00Z')
    await publish({ title: 'Cocoa' }, { now: LATER })
    await publish({ title: 'Milk' }, { now: evenLater, updateKind: 'minor' })
    expect(await row()).toMatchObject({ title: 'Milk', updated_at: LATER })
  })

  it('stores a correction, even of an unchanged text', async () => {
    await publish()
    const correction = { kind: 'clarification', text: 'The tea was green.' } as const
    expect(await publish({}, { updateKind: 'correction', correction, now: LATER, by: ben })).toMatchObject({
      kind: 'published',
      revision: 2,
    })
    expect(await row()).toMatchObject({ updated_at: LATER })
    expect(await revisions()).toEqual(['1 publish: Tea', '2 correction: Tea'])
    expect((await pool.query('select article_id, kind, text, at, by from corrections')).rows).toEqual([
      { article_id: ID, kind: 'clarification', text: 'The tea was green.', at: LATER, by: ben.id },
    ])
  })

  it('refuses a correction of an unpublished article', async () => {
    const correction = { kind: 'correction', text: 'The tea was green.' } as const
    expect(await publish({}, { updateKind: 'correction', correction })).toEqual({
      kind: 'refused',
      reasons: ['Only a published article can be corrected.'],
    })
  })

  it('publishes what the person has seen, and leaves later edits unpublished', async () => {
    await publish()
    const base = await edit({ title: 'Coffee' })
    await edit({ title: 'Cocoa' }, { by: ben })
    const request = {
      publicationId: randomUUID(),
      id: ID,
      base: base ?? { formHash: '' },
      updateKind: 'update',
    } as const
    expect(await publishDraft(db, ada, request, LATER)).toMatchObject({ kind: 'published', revision: 2 })
    expect(await row()).toMatchObject({ title: 'Coffee' })
    expect(await open()).toMatchObject({ status: 'changed', form: { title: 'Cocoa' } })
  })

  it('refuses a stored form that has changed, and a version that does not exist', async () => {
    await publish()
    const { formHash } = await open()
    const later = await edit({ title: 'Coffee' }, { by: ben })
    if (!later || !('version' in later)) throw new Error('The draft has no document')
    for (const base of [{ formHash }, { version: later.version + 1 }])
      expect(await publish({}, { base })).toEqual({ kind: 'outdated' })
    expect(await row()).toMatchObject({ title: 'Tea' })
  })

  it('does nothing if the same values are published already', async () => {
    await publish()
    await publish({ title: 'Coffee' })
    expect(await publish({ title: ' Coffee ' })).toMatchObject({ kind: 'published', revision: 2 })
    expect(await audit()).toHaveLength(2)
    expect(await publications()).toHaveLength(2)
  })

  it('saves a draft that is changed back to the published text', async () => {
    await publish()
    const published = await row()
    await save({ title: 'Coffee' })
    expect(await publish({ title: 'Tea' })).toMatchObject({ kind: 'published', revision: 3 })
    expect(await open()).toMatchObject({ status: 'published', form: { title: 'Tea' } })
    expect(await row()).toEqual(published)
  })

  it('reports that the article was deleted', async () => {
    await publish()
    const { formHash } = await open()
    await deleteDraft(db, ada, ID, LATER)
    const request = { publicationId: randomUUID(), id: ID, base: { formHash }, updateKind: 'update' } as const
    expect(await publishDraft(db, ada, request, LATER)).toEqual({ kind: 'gone' })
  })
})

describe('a retried request', () => {
  async function createRequest() {
    const base = (await edit({ title: 'Tea' })) ?? { formHash: '' }
    return { publicationId: randomUUID(), id: ID, base, updateKind: 'update' } as const
  }

  it('does not report another text as published', async () => {
    const request = await createRequest()
    await publishDraft(db, ada, request, NOW)
    const base = (await edit({ content: '<p>Written after the response was lost.</p>' })) ?? { formHash: '' }
    expect(await publishDraft(db, ada, { ...request, base }, LATER)).toMatchObject({ kind: 'refused' })
    expect(await row()).toMatchObject({ content: '' })
  })

  it('returns the first outcome, even after another edit', async () => {
    const request = await createRequest()
    const first = await publishDraft(db, ada, request, NOW)
    await save({ title: 'Coffee' }, { by: ben })
    expect(await publishDraft(db, ada, request, LATER)).toEqual(first)
    expect(await publications()).toHaveLength(1)
    expect(await row()).toMatchObject({ title: 'Tea', updated_at: null })
  })

  it('returns the first outcome when the stored form has changed since', async () => {
    await save({ title: 'Tea' })
    const request = { ...(await createRequest()), base: { formHash: (await open()).formHash } }
    const first = await publishDraft(db, ada, request, NOW)
    await edit({ title: 'Coffee' }, { by: ben })
    expect(await publishDraft(db, ada, request, LATER)).toEqual(first)
  })

  it('publishes once when it arrives several times at once', async () => {
    const request = await createRequest()
    const outcomes = await Promise.all([1, 2, 3].map(() => publishDraft(db, ada, request, NOW)))
    expect(outcomes).toEqual(Array(3).fill(outcomes[0]))
    expect(await publications()).toHaveLength(1)
    expect(await revisions()).toHaveLength(1)
  })
})

describe('an article of a feed', () => {
  it('is detached from its feed, which no longer updates it, when its text is published', async () => {
    const id = await ingest('1', 'As ingested')
    await publish({ title: 'As edited' }, { id })
    expect(await row(id)).toMatchObject({ origin: 'editor', feed_id: null })
    expect(await ingest('2', 'As ingested again')).toBe(id)
    expect(await row(id)).toMatchObject({ title: 'As edited', category: 'Sport' })
    expect(await open(id)).toMatchObject({ feed: 'https://courier.example/feed', feedUpdates: 'nothing' })
  })

  it('keeps its feed if only the category or the breaking flag changes', async () => {
    const id = await ingest('1', 'As ingested')
    await publish({ isBreaking: true, category: 'News' }, { id })
    await ingest('2', 'As ingested again')
    expect(await row(id)).toMatchObject({
      title: 'As ingested again',
      is_breaking: true,
      category: 'News',
      origin: 'feed',
    })
    expect(await open(id)).toMatchObject({ status: 'published', form: { title: 'As ingested again' } })
  })

  it('gets a revision of each text that readers saw', async () => {
    const id = await ingest('1', 'As ingested')
    await publish({ category: 'News' }, { id })
    await save({}, { id })
    await ingest('2', 'As ingested again')
    await publish({ title: 'As edited' }, { id, now: LATER })
    expect(await revisions(id)).toEqual([
      '1 import: As ingested',
      '2 publish: As ingested',
      '3 import: As ingested again',
      '4 publish: As edited',
    ])
  })
})
