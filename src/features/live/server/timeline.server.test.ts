import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { findArticle } from '#features/articles/server/articles.server.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { setLiveState } from './coverage.server.ts'
import { changePost, createPost, type NewPost } from './live-posts.server.ts'
import { findTimelineParts, listPostsForFeed } from './timeline.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada } = newsroom
afterAll(() => newsroom.database.drop())
beforeEach(async () => {
  await newsroom.clear()
  await newsroom.publish({ title: 'Vote', content: '<p>Intro</p>' })
  await setLiveState(db, ada, { id: ID, state: 'live' })
})

async function post(body: string, more: Partial<NewPost> = {}): Promise<string> {
  const id = randomUUID()
  const form = { headline: '', byline: '', isKey: false, isPinned: false, body }
  const outcome = await createPost(db, ada, { id, articleId: ID, ...form, ...more }, NOW)
  expect(outcome).toEqual({ kind: 'published' })
  return id
}

const bodyOf = async (from?: string) => (await findArticle(db, ID, from))?.body ?? ''
const textsOf = (html: string) =>
  Array.from(html.matchAll(/<div class="live-text" dir="ltr">(.*?)<\/div>/g), ([, text]) => text)

async function postMany(count: number): Promise<string[]> {
  const { rows } = await pool.query(
    `insert into live_posts (id, article_id, seq, state, body, published_at)
     select gen_random_uuid(), $1, n, 'published', 'Post ' || n, $2 from generate_series(1, $3::int) n
     returning id`,
    [ID, NOW, count],
  )
  return rows.map(({ id }) => id)
}

it('says that coverage is about to start, until there is a post, and that it has ended', async () => {
  expect(await bodyOf()).toMatch(/^<p>Intro<\/p><section class="live".*Live coverage is about to start/)
  await post('<p>One</p>')
  expect(await bodyOf()).not.toContain('about to start')
  await setLiveState(db, ada, { id: ID, state: 'ended' })
  expect(await bodyOf()).toContain('The live coverage has ended.')
})

it('shows the newest posts first, the pinned one above them and key events in a list, without withdrawn posts', async () => {
  await post('<p>One</p>', { isKey: true, headline: 'First' })
  const pinned = await post('<p>Two</p>', { isPinned: true })
  const withdrawn = await post('<p>Three</p>', { isKey: true })
  await post('<p>Four</p>', { byline: 'Ann' })
  await changePost(db, ada, { id: withdrawn, action: 'withdraw' }, NOW)
  const body = await bodyOf()
  expect(textsOf(body)).toEqual(['<p>Two</p>', '<p>Four</p>', '<p>One</p>'])
  expect(body.match(new RegExp(`id="post-${pinned}"`, 'g'))).toHaveLength(1)
  expect(body).toContain('dir="ltr">First</a>')
  expect(body).not.toContain('Three')
  expect(body).toContain('<bdi>Ann</bdi>')
})

it('pages through posts, each of which has an address with the posts from it on', async () => {
  const ids = await postMany(70)
  const newest = await bodyOf()
  expect(textsOf(newest)).toHaveLength(50)
  expect(newest).toContain(`href="/article/${ID}/vote?post=${ids[19]}#live">Earlier posts`)
  const earlier = await bodyOf(ids[19])
  expect(textsOf(earlier)).toEqual(Array.from({ length: 20 }, (_, index) => `<p>Post ${20 - index}</p>`))
  expect(earlier).toContain('Newest posts')
  expect(earlier).not.toContain('Earlier posts')
  expect(textsOf(await bodyOf(randomUUID()))).toHaveLength(50)
  expect(textsOf(await bodyOf("';--"))).toHaveLength(50)
})

it('is stored for the posts of the article only, so that invented addresses do not fill the cache', async () => {
  const known = await post('<p>One</p>')
  const isStored = async (from: string) => {
    const { isCacheable } = await renderPageWithContext(() => findArticle(db, ID, from))
    const parts = await renderPageWithContext(() => findTimelineParts(db, { id: ID, post: from }, NOW))
    expect(parts.isCacheable).toBe(isCacheable)
    return isCacheable
  }
  expect(await isStored(known)).toBe(true)
  for (const invented of [randomUUID(), known.toUpperCase(), 'a', ''])
    expect(await isStored(invented)).toBe(false)
  await pool.query('delete from live_posts; update articles set live_state = null')
  expect(await isStored(known)).toBe(false)
})

it('sanitises posts, their headlines, bylines and corrections', async () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const id = await post(
    `<p onclick="alert(1)">Text</p><a href="javascript:alert(1)">x</a>${evil.replace('<img', '<img alt=""')}`,
    {
      headline: evil,
      byline: evil,
      isKey: true,
    },
  )
  await pool.query('update live_posts set correction = $1, corrected_at = now() where id = $2', [evil, id])
  await pool.query('update articles set title = $1', [`</script>${evil}`])
  const { body } = (await findArticle(db, ID)) ?? { body: '' }
  const [html = '', data = ''] = body.split('<script type="application/ld+json">')
  expect(html).not.toMatch(/<script|<img|<[^>]*\son|javascript:/)
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(3)
  expect(data.match(/<\//g)).toHaveLength(1)
})

it('describes the newest 25 posts to search engines', async () => {
  await postMany(30)
  const read = async () =>
    JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(await bodyOf())?.[1] ?? '')
  const data = await read()
  expect(data).toMatchObject({
    '@type': 'LiveBlogPosting',
    headline: 'Vote',
    coverageStartTime: NOW.toISOString(),
  })
  expect(data.liveBlogUpdate).toHaveLength(25)
  expect(data.liveBlogUpdate[0]).toMatchObject({
    '@type': 'BlogPosting',
    articleBody: 'Post 30',
    headline: 'Post 30',
  })
  expect(data.liveBlogUpdate[0].url).toMatch(new RegExp(`/article/${ID}/vote\\?post=.{36}#post-`))
  expect(data).not.toHaveProperty('coverageEndTime')
  await setLiveState(db, ada, { id: ID, state: 'ended' })
  expect(await read()).toHaveProperty('coverageEndTime', NOW.toISOString())
})

it('gives open pages its parts, and nothing once the article is withdrawn', async () => {
  const pinned = await post('<p>One</p>', { isPinned: true })
  const id = await post('<p>Two</p>')
  const parts = await findTimelineParts(db, { id: ID }, NOW)
  expect(parts).toMatchObject({ state: 'live', posts: [{ id, version: 1 }] })
  expect(parts?.head).toContain(`id="post-${pinned}"`)
  expect(parts?.posts[0]?.html).toMatch(/^<article .*<p>Two<\/p>.*<\/article>$/)
  await pool.query('delete from articles')
  expect(await findTimelineParts(db, { id: ID }, NOW)).toBeNull()
})

it('gives feeds the newest ten posts of each article', async () => {
  await postMany(12)
  const other = randomUUID()
  await newsroom.publish({ title: 'Count' }, { id: other })
  await setLiveState(db, ada, { id: other, state: 'live' })
  await post('<p>Another</p>', { articleId: other })
  const posts = await listPostsForFeed(db, [ID, other])
  const html = posts.get(ID) ?? ''
  expect(html.match(/Post \d+/g)).toEqual(Array.from({ length: 10 }, (_, index) => `Post ${12 - index}`))
  expect(html).toContain('21 Nov 2026, 12:00')
  expect(posts.get(other)?.match(/<p>Another<\/p>/g)).toHaveLength(1)
  expect(await listPostsForFeed(db, [other])).toHaveLength(1)
  expect(await listPostsForFeed(db, [])).toEqual(new Map())
})
