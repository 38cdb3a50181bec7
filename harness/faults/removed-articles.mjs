import { SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, numbers } from '../shared/client.mjs'
import { readAddress, signInEditor } from '../shared/editor.mjs'
import { until } from '../shared/until.mjs'
import { stopDatabase, untilReady } from './database.mjs'
import { siteClass } from './site-class.mjs'
import { areGone, onEachWorker, REMOVAL_LIMIT_MS, TRIES, withdrawal } from './withdrawal.mjs'

/** The kind of copies, and whether the articles are breaking news. */
const ROUNDS = [
  ['current', true],
  ['current', false],
  ['stale', false],
]
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
  env: { WORKERS: '2' },
  hasPulse: false,
  logsErrors: true,
  async run({ site, attempt }) {
    const editor = await signInEditor(site)
    for (const [copies, isBreaking] of ROUNDS) {
      const [withdrawn, deleted, moved, kept] = await publishArticles(site, copies, isBreaking)
      const surfaces = surfacesOf([withdrawn, deleted, moved])
      const keptPath = `/article/${kept}`
      await onEachWorker([...surfaces, keptPath], (path) => get(site, path))
      if (copies === 'stale') {
        await site.sql("update articles set category = 'Money' where id = $1", [moved])
        await changeSettings(site)
      }
      await editor.call('withdrawArticleFn', withdrawal(withdrawn))
      await editor.call('deleteArticleFn', { id: deleted })
      await editor.call('withdrawArticleFn', withdrawal(moved))
      await attempt(`${copies} copies: the articles are gone`, () =>
        until(REMOVAL_LIMIT_MS, () => areGone(site, [withdrawn, deleted, moved])),
      )
      const expectAbsentAll = (label) =>
        onEachWorker(surfaces, (path) => attempt(`${label}: ${path}`, () => expectAbsent(site, path)))
      const resume = await stopDatabase(site)
      for (const load of ['idle', 'loaded']) {
        const label = `${copies} copies, ${load}`
        const searches = load === 'loaded' ? searchAtOnce(site) : undefined
        await expectAbsentAll(label)
        await attempt(`${label}: /livez`, () => site.expect(200, '/livez'))
        await searches
        // The ticker of each page shows breaking news.
        if (!isBreaking) await attempt(`${label}: another article`, () => site.expect(200, keptPath))
      }
      resume()
      await attempt('ready afterwards', () => untilReady(site))
      await expectAbsentAll('afterwards')
      await site.sql('truncate articles, deleted_articles, drafts cascade')
    }
  },
})

async function publishArticles(site, copies, is_breaking) {
  const removed = ['withdrawn', 'deleted', 'moved'].map((state) => ({
    title: `A ${WORD} to be ${state}, with ${copies} copies`,
    content: `<p>The ${WORD} rose at dawn.</p>`,
    category: 'Sport',
    is_breaking,
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
function surfacesOf(ids) {
  const month = new Date().toISOString().slice(0, 7)
  return [
    ...ids.flatMap((id) => [`/article/${id}`, readAddress('getArticle', { id })]),
    ...['/', '/news', '/sport', `/search?q=${WORD}`, '/search?category=Sport'],
    ...['/feed.xml', '/atom.xml', '/feed.json', '/sport/feed.xml', '/sport/atom.xml', '/sport/feed.json'],
    ...['/news-sitemap.xml', `/sitemaps/${month}.xml`],
    ...[
      readAddress('getHome'),
      readAddress('getBreaking'),
      readAddress('getCategory', { category: 'Sport' }),
    ],
  ]
}

function get(site, path) {
  return site.send(path, { headers: path.startsWith('/_serverFn/') ? SAME_ORIGIN_HEADERS : {} })
}

/** Every page depends on the settings. */
async function changeSettings(site) {
  const mark = `Edition ${crypto.randomUUID()}`
  await site.set('site_description', mark)
  await until(REMOVAL_LIMIT_MS, async () => {
    const responses = await Promise.all(numbers(TRIES).map(() => site.send('/manifest.webmanifest')))
    return responses.every(({ text }) => text.includes(mark))
  })
}

async function expectAbsent(site, path) {
  const { status, text } = await get(site, path)
  if (![200, 404, 410, 503].includes(status)) throw new Error(`status ${status}`)
  // The form of the search keeps its words.
  const shown = path.startsWith('/search?q=')
    ? /to be (withdrawn|deleted|moved)|rose at dawn/
    : new RegExp(WORD, 'i')
  if (shown.test(text)) throw new Error(`it shows a removed article (status ${status})`)
}

/** More than a server renders at once. */
function searchAtOnce(site) {
  return forEachConcurrently(numbers(300), 100, (n) => site.send(`/search?q=council+${n}`).catch(() => {}))
}
