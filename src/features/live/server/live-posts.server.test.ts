import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { livePostForm, MAX_UNPUBLISHED_POSTS } from '../rules/live-post.ts'
import { setLiveState, waitingPostsSetting } from './coverage.server.ts'
import { findDesk, listCoverages } from './live-desk.server.ts'
import { changePost, createPost, editPost, type NewPost, type PostAction } from './live-posts.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada: editor } = newsroom
const author = await newsroom.addPerson('Cy', 'author')
const other = await newsroom.addPerson('Dee', 'author')
const contributor = await newsroom.addPerson('Eli', 'contributor')
afterAll(() => newsroom.database.drop())
beforeEach(() => newsroom.clear())

const form = { headline: '', body: '<p>The vote is over.</p>', byline: '', isKey: false }
const send = (by: Account, post: Partial<NewPost> = {}, now = NOW) =>
  createPost(db, by, { id: randomUUID(), articleId: ID, isPinned: false, ...form, ...post }, now)
const act = (by: Account, id: string, action: PostAction, now = LATER) =>
  changePost(db, by, { id, action }, now)
const goLive = (by = editor) => setLiveState(db, by, { id: ID, state: 'live' })
const rowOf = async (id: string) => (await pool.query('select * from live_posts where id = $1', [id])).rows[0]

async function startCoverage(by = editor): Promise<void> {
  await newsroom.publish()
  await pool.query('update drafts set owner_id = $1', [by.id])
  expect(await goLive()).toEqual({ kind: 'changed' })
}

describe('live coverage', () => {
  it('starts, ends and resumes for readers at once', async () => {
    await startCoverage()
    expect(await newsroom.row()).toMatchObject({ live_state: 'live' })
    await setLiveState(db, editor, { id: ID, state: 'ended' })
    expect(await newsroom.row()).toMatchObject({ live_state: 'ended' })
    expect((await newsroom.audit()).filter(({ action }) => action === 'article.live')).toMatchObject([
      { changes: { live: { from: 'off', to: 'live' } } },
      { changes: { live: { from: 'live', to: 'ended' } } },
    ])
  })

  it('is not seen before the article is published, and stays when it is withdrawn and published again', async () => {
    await newsroom.save({ title: 'Vote' })
    await goLive()
    expect(await send(editor)).toEqual({ kind: 'published' })
    expect(await newsroom.row()).toBeUndefined()
    await newsroom.publish()
    expect(await newsroom.row()).toMatchObject({ live_state: 'live' })
    await newsroom.publish({ title: 'The vote' }, { now: LATER })
    expect(await newsroom.row()).toMatchObject({ live_state: 'live', title: 'The vote' })
  })

  it('is not turned off while it has posts, which would disappear', async () => {
    await startCoverage()
    expect(await setLiveState(db, editor, { id: ID, state: null })).toEqual({ kind: 'changed' })
    await goLive()
    await send(editor)
    expect(await setLiveState(db, editor, { id: ID, state: null })).toMatchObject({ kind: 'refused' })
    expect(await newsroom.row()).toMatchObject({ live_state: 'live' })
  })

  it('is started by editors and by the authors of the article, not by others', async () => {
    await startCoverage(author)
    for (const by of [other, contributor])
      await expect(setLiveState(db, by, { id: ID, state: 'ended' })).rejects.toThrow(ForbiddenError)
    expect(await setLiveState(db, author, { id: ID, state: 'ended' })).toEqual({ kind: 'changed' })
  })
})

describe('posts', () => {
  it('are published once, however often and however concurrently they are sent', async () => {
    await startCoverage()
    const id = randomUUID()
    const outcomes = await Promise.all([send(editor, { id }), send(editor, { id }), send(editor, { id })])
    expect(outcomes).toEqual(Array(3).fill({ kind: 'published' }))
    await setLiveState(db, editor, { id: ID, state: 'ended' })
    expect(await send(editor, { id })).toEqual({ kind: 'published' })
    expect((await pool.query('select seq from live_posts')).rows).toEqual([{ seq: 1 }])
  })

  it('are replaced by a retry with a newer text, unless they were changed since', async () => {
    await startCoverage()
    const id = randomUUID()
    await send(editor, { id })
    expect(await send(editor, { id, headline: 'Lost' }, LATER)).toEqual({ kind: 'published' })
    expect(await rowOf(id)).toMatchObject({ headline: 'Lost', edited_at: LATER, version: 2 })
    expect((await newsroom.audit()).at(-1)).toMatchObject({
      action: 'live-post.edit',
      changes: { headline: { to: 'Lost' } },
    })
    expect(await send(editor, { id, headline: 'Won' })).toMatchObject({ kind: 'refused' })
    await expect(send(newsroom.ben, { id })).rejects.toThrow(ForbiddenError)
  })

  it('become key events by a retry, which is not an edit that readers see', async () => {
    await startCoverage()
    const id = randomUUID()
    await send(editor, { id })
    expect(await send(editor, { id, isKey: true }, LATER)).toEqual({ kind: 'published' })
    expect(await rowOf(id)).toMatchObject({ is_key: true, edited_at: null, version: 2 })
  })

  it('are not replaced by a retry once such a post would wait, or the coverage has ended', async () => {
    await startCoverage()
    await waitingPostsSetting.set(db, editor, false)
    const [one, two] = [randomUUID(), randomUUID()]
    await send(contributor, { id: one })
    await send(editor, { id: two })
    await waitingPostsSetting.set(db, editor, true)
    expect(await send(contributor, { id: one, headline: 'Lost' })).toMatchObject({ kind: 'refused' })
    expect(await send(contributor, { id: one })).toEqual({ kind: 'published' })
    await setLiveState(db, editor, { id: ID, state: 'ended' })
    expect(await send(editor, { id: two, headline: 'Lost' })).toMatchObject({ kind: 'refused' })
    for (const id of [one, two]) expect(await rowOf(id)).toMatchObject({ headline: '', version: 1 })
  })

  it('may contain no characters that the database refuses', async () => {
    const { body } = livePostForm.parse({ ...form, body: '<p>a\0b\ud800</p>' })
    expect(body).toBe('<p>ab\ufffd</p>')
  })

  it('are numbered without gaps, whoever sends them at the same time', async () => {
    await startCoverage()
    await Promise.all(Array.from({ length: 12 }, (_, index) => send(index % 2 ? editor : newsroom.ben)))
    const { rows } = await pool.query('select seq from live_posts order by seq')
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  it('are refused without text, with undescribed images, and when the coverage has ended', async () => {
    await startCoverage()
    expect(await send(editor, { body: '<p> </p>' })).toMatchObject({ kind: 'refused' })
    const image = '<figure><img src="/storage/article-images/1.jpg" width="9" height="9"></figure>'
    expect(await send(editor, { body: image })).toMatchObject({ kind: 'refused' })
    expect(await send(editor, { body: image.replace('<img', '<img alt=""') })).toEqual({ kind: 'published' })
    await setLiveState(db, editor, { id: ID, state: 'ended' })
    expect(await send(editor)).toMatchObject({ kind: 'refused' })
  })

  it('of contributors wait for an editor, who publishes or refuses them', async () => {
    await startCoverage()
    const [one, two] = [randomUUID(), randomUUID()]
    for (const id of [one, two]) expect(await send(contributor, { id })).toEqual({ kind: 'waiting' })
    await expect(act(contributor, one, 'publish')).rejects.toThrow(ForbiddenError)
    expect(await act(editor, one, 'publish')).toEqual({ kind: 'changed' })
    expect(await act(editor, one, 'publish')).toEqual({ kind: 'changed' })
    expect(await act(editor, two, 'refuse')).toEqual({ kind: 'changed' })
    expect(await rowOf(one)).toMatchObject({ state: 'published', seq: 1, published_at: LATER, version: 2 })
    expect(await rowOf(two)).toMatchObject({ state: 'refused', seq: null })
    const desk = await findDesk(db, contributor, { id: ID })
    expect(desk?.posts.map(({ id }) => id)).toEqual([one])
    expect(desk?.queue).toMatchObject([{ id: two, state: 'refused', isOwn: true }])
    expect(desk?.queue[0]).not.toHaveProperty('searchText')
  })

  it('of one person cannot fill the queue of the editors', async () => {
    await startCoverage()
    await pool.query(
      `insert into live_posts (id, article_id, state, body, by)
       select gen_random_uuid(), $1, 'waiting', 'Post', $2 from generate_series(2, $3::int)`,
      [ID, contributor.id, MAX_UNPUBLISHED_POSTS],
    )
    expect(await send(contributor)).toEqual({ kind: 'waiting' })
    expect(await send(contributor)).toMatchObject({ kind: 'refused' })
    expect(await send(other)).toEqual({ kind: 'waiting' })
    expect(await send(editor)).toEqual({ kind: 'published' })
    await waitingPostsSetting.set(db, editor, false)
    expect(await send(contributor)).toEqual({ kind: 'published' })
  })

  it('of contributors are published at once if the setting says so', async () => {
    await startCoverage()
    await waitingPostsSetting.set(db, editor, false)
    expect(await send(contributor)).toEqual({ kind: 'published' })
    expect(await send(contributor, { isPinned: true })).toEqual({ kind: 'published' })
    expect((await pool.query('select from live_posts where is_pinned')).rows).toEqual([])
  })

  it('of the authors of the article are published at once, those of other authors wait', async () => {
    await startCoverage(author)
    expect(await send(author)).toEqual({ kind: 'published' })
    expect(await send(other)).toEqual({ kind: 'waiting' })
  })

  it('say that they were edited or corrected, and edits of an outdated version are not stored', async () => {
    await startCoverage()
    const id = randomUUID()
    await send(editor, { id })
    const edit = { ...form, id, version: 1, body: '<p>The vote is lost.</p>' }
    expect(await editPost(db, editor, edit, LATER)).toEqual({ kind: 'changed' })
    expect(await editPost(db, editor, edit, LATER)).toEqual({ kind: 'changed' })
    expect(await rowOf(id)).toMatchObject({ edited_at: LATER, corrected_at: null, version: 2 })
    expect(await editPost(db, editor, { ...edit, body: '<p>Other</p>' }, LATER)).toEqual({ kind: 'outdated' })
    const correction = 'It was 51 votes, not 50.'
    await editPost(db, editor, { ...edit, version: 2, correction }, LATER)
    expect(await rowOf(id)).toMatchObject({ corrected_at: LATER, correction, version: 3 })
    await editPost(db, editor, { ...edit, version: 3, isKey: true }, new Date('2026-11-21T15:00:00Z'))
    expect(await rowOf(id)).toMatchObject({ is_key: true, edited_at: LATER })
  })

  it('may be edited and taken back by contributors only while they wait', async () => {
    await startCoverage()
    const id = randomUUID()
    await send(contributor, { id })
    const edit = { ...form, id, version: 1, headline: 'News' }
    expect(await editPost(db, contributor, edit, LATER)).toEqual({ kind: 'changed' })
    expect(await rowOf(id)).toMatchObject({ headline: 'News', edited_at: null })
    await expect(editPost(db, other, edit, LATER)).rejects.toThrow(ForbiddenError)
    await act(editor, id, 'publish')
    await expect(editPost(db, contributor, { ...edit, version: 3 }, LATER)).rejects.toThrow(ForbiddenError)
    await expect(act(contributor, id, 'refuse')).rejects.toThrow(ForbiddenError)
    await expect(act(contributor, id, 'withdraw')).rejects.toThrow(ForbiddenError)
  })

  it('can be pinned, one at a time, withdrawn and restored', async () => {
    await startCoverage()
    const [one, two] = [randomUUID(), randomUUID()]
    await send(editor, { id: one, isPinned: true })
    await send(editor, { id: two })
    await act(editor, two, 'pin')
    expect(await rowOf(one)).toMatchObject({ is_pinned: false })
    await act(editor, two, 'withdraw')
    expect(await rowOf(two)).toMatchObject({ is_pinned: false, withdrawn_at: LATER })
    expect(await act(editor, two, 'pin')).toMatchObject({ kind: 'refused' })
    await act(editor, two, 'restore')
    expect(await rowOf(two)).toMatchObject({ withdrawn_at: null, seq: 2, version: 4 })
  })

  it('disappear with the deleted draft, and are kept in the bin', async () => {
    await startCoverage()
    await send(editor)
    await pool.query('update drafts set deleted_at = now()')
    expect(await send(editor)).toEqual({ kind: 'gone' })
    expect((await pool.query('select from live_posts')).rows).toHaveLength(1)
    await pool.query('delete from drafts')
    expect((await pool.query('select from live_posts')).rows).toHaveLength(0)
  })
})

it('the desk shows an unpublished article of others to people who read all drafts', async () => {
  await newsroom.publish({}, { id: randomUUID() })
  await newsroom.save({ title: 'Vote' })
  await goLive()
  await expect(findDesk(db, contributor, { id: ID })).rejects.toThrow(ForbiddenError)
  await expect(send(contributor)).rejects.toThrow(ForbiddenError)
  expect(await findDesk(db, other, { id: ID })).toMatchObject({ canManage: false, isPublishedAtOnce: false })
  expect(await findDesk(db, editor, { id: randomUUID() })).toBeNull()
})

it('the desk pages through the posts, and the list counts them', async () => {
  await startCoverage()
  await pool.query(
    `insert into live_posts (id, article_id, seq, state, body, published_at)
     select gen_random_uuid(), $1, n, 'published', 'Post ' || n, $2 from generate_series(1, 60) n`,
    [ID, NOW],
  )
  await send(contributor)
  const desk = await findDesk(db, editor, { id: ID })
  expect(desk).toMatchObject({ canManage: true, next: 11, queue: [{ state: 'waiting', by: 'Eli' }] })
  expect(desk?.posts.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
  const older = await findDesk(db, editor, { id: ID, before: 11 })
  expect(older).toMatchObject({ next: null, queue: [] })
  expect(older?.posts.map(({ seq }) => seq)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await listCoverages(db, contributor)).toEqual([
    {
      id: ID,
      title: 'Tea',
      liveState: 'live',
      isPublished: true,
      posts: 60,
      waiting: 1,
      lastPostAt: NOW.toISOString(),
    },
  ])
})
