import { SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, numbers } from '../shared/client.mjs'
import { readAddress, signInEditor } from '../shared/editor.mjs'
import { until } from '../shared/until.mjs'
import { connectToWorkers } from './connect-to-workers.mjs'
import { untilEachIsReady, whileDatabaseHangs } from './hung-database.mjs'
import { siteClass } from './site-class.mjs'

const WORKERS = 2
/** The kind of copies, and whether the articles are breaking news. */
const ROUNDS = [
  ['current', true],
  ['current', false],
  ['stale', false],
]
const CACHE_LIMIT_MS = 20_000
const REMOVAL_LIMIT_MS = 5_000
/** Only text of the removed articles contains it. */
const WORD = 'zeppelin'

/**
 * Removes articles whose copies are current or stale, one of them after it moved to another category, and then stops the
 * database, alone and under load.
 */
export const removedArticles = siteClass({
  name: 'removed-articles',
  title: 'withdrawn and deleted articles, without the database',
  limitSeconds: 180,
  env: { WORKERS: String(WORKERS) },
  hasPulse: false,
  logsErrors: true,
  async run({ site, attempt }) {
    const workers = await connectToWorkers(site, WORKERS)
    const editor = await signInEditor(site)
    for (const [copies, isBreaking] of ROUNDS) {
      const [withdrawn, deleted, moved, kept] = await publishArticles(site, copies, isBreaking)
      const removed = [withdrawn, deleted, moved]
      const surfaces = surfacesOf(removed, isBreaking)
      const keptPath = `/article/${kept}`
      await untilCached(site, workers, surfaces, removed)
      await workers.forEach([keptPath], (path, options) => site.expect(200, path, options))
      if (copies === 'stale') {
        await site.sql("update articles set category = 'Money' where id = $1", [moved])
        await changeSettings(site, workers)
      }
      await editor.call('withdrawArticleFn', withdrawal(withdrawn))
      await editor.call('deleteArticleFn', { id: deleted })
      await editor.call('withdrawArticleFn', withdrawal(moved))
      await attempt(`${copies} copies: the articles are gone`, () =>
        until(REMOVAL_LIMIT_MS, () => areGone(workers, removed)),
      )
      const expectAbsentAll = (label) =>
        workers.forEach(surfaces, (path, options) =>
          attempt(`${label}: ${path}`, () => expectAbsent(site, path, options, removed)),
        )
      await whileDatabaseHangs(site, async () => {
        for (const load of ['idle', 'loaded']) {
          const label = `${copies} copies, ${load}`
          const searches = load === 'loaded' ? searchAtOnce(site) : undefined
          await expectAbsentAll(label)
          await attempt(`${label}: /livez`, () => site.expect(200, '/livez'))
          await searches
          // The ticker of each page shows breaking news.
          if (isBreaking) continue
          await workers.forEach([keptPath], (path, options) =>
            attempt(`${label}: another article`, () => site.expect(200, path, options)),
          )
        }
      })
      await attempt('ready afterwards', () => untilEachIsReady(workers))
      await expectAbsentAll('afterwards')
      await site.sql('truncate articles, deleted_articles, drafts cascade')
    }
  },
})

/** The arguments of `withdrawArticleFn`. */
const withdrawal = (id) => ({ publicationId: crypto.randomUUID(), id, reason: '' })

async function areGone(workers, ids) {
  const statuses = await workers.statusesOf(ids.map((id) => `/article/${id}`))
  return statuses.every((status) => status === 404 || status === 410)
}

async function publishArticles(site, copies, is_breaking) {
  const removed = ['withdrawn', 'deleted', 'moved'].map((state) => ({
    title: `A ${WORD} to be ${state}, with ${copies} copies`,
    content: `<p>The ${WORD} rose at dawn.</p>`,
    category: 'Sport',
    is_breaking,
    // The sitemaps for news are of the last two days.
    published_at: new Date().toISOString(),
  }))
  const ids = await site.publish([...removed, { title: 'Tea at four', category: 'Travel' }])
  await site.sql(
    `insert into drafts (id, fields) select id, jsonb_build_object('title', title, 'author', '', 'category', category)
     from articles where id = any($1)`,
    [ids],
  )
  return ids
}

/** Every kind of response that shows articles. */
function surfacesOf(ids, isBreaking) {
  const month = new Date().toISOString().slice(0, 7)
  return [
    ...ids.flatMap((id) => [`/article/${id}`, readAddress('getArticle', { id })]),
    ...['/', '/news', '/sport', `/search?q=${WORD}`, '/search?category=Sport'],
    ...['/feed.xml', '/atom.xml', '/feed.json', '/sport/feed.xml', '/sport/atom.xml', '/sport/feed.json'],
    ...['/news-sitemap.xml', `/sitemaps/${month}.xml`],
    ...[readAddress('getReaderFront', { page: 'home' }), readAddress('getCategory', { category: 'Sport' })],
    ...(isBreaking ? [readAddress('getBreaking')] : []),
  ]
}

function get(site, path, options) {
  const headers = path.startsWith('/_serverFn/') ? SAME_ORIGIN_HEADERS : {}
  return site.send(path, { ...options, headers })
}

/** Until each worker has sent each response with articles that will be removed. */
function untilCached(site, workers, paths, ids) {
  return until(CACHE_LIMIT_MS, async () => {
    await workers.forEach(paths, async (path, options) => {
      const { status, text } = await get(site, path, options)
      if (status !== 200 || !showsArticle(path, text, ids)) throw new Error(`${path} shows no article`)
    })
    return true
  })
}

/** Every page depends on the settings. */
async function changeSettings(site, workers) {
  const mark = `Edition ${crypto.randomUUID()}`
  await site.set('site_description', mark)
  await until(REMOVAL_LIMIT_MS, async () => {
    const responses = await workers.forEach(['/manifest.webmanifest'], site.send)
    return responses.every(({ text }) => text.includes(mark))
  })
}

async function expectAbsent(site, path, options, ids) {
  const { status, text } = await get(site, path, options)
  if (![200, 404, 410, 503].includes(status)) throw new Error(`status ${status}`)
  if (showsArticle(path, text, ids)) throw new Error(`it shows a removed article (status ${status})`)
}

function showsArticle(path, text, ids) {
  if (path.startsWith('/sitemaps/')) return ids.some((id) => text.includes(id))
  // The form of the search keeps its words.
  if (path.startsWith('/search?q=')) return /to be (withdrawn|deleted|moved)|rose at dawn/.test(text)
  return text.toLowerCase().includes(WORD)
}

/** More than a server renders at once. */
function searchAtOnce(site) {
  return forEachConcurrently(numbers(300), 100, (n) => site.send(`/search?q=council+${n}`).catch(() => {}))
}
