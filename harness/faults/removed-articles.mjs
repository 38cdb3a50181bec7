import sharp from 'sharp'
import * as Y from 'yjs'
import { createDraftDocument, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { functionPath, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { imageKey, mediaPath, uploadMediaPath, uploadNameOf } from '../../src/features/media/rules/variant.ts'
import { forEachConcurrently } from './client.mjs'
import { HEAL_LIMIT_MS, stopDatabase, until, untilReady } from './database.mjs'
import { firstPublication, signInEditor } from './publishing.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, startSite } from './site.mjs'

const WORKERS = 2
/** The kind of copies, and whether the articles are breaking news. */
const ROUNDS = [
  ['current', true],
  ['current', false],
  ['stale', false],
]
/** New connections reach either worker. */
const TRIES = 8
/** Connections are not shared out evenly. */
const WARM_UP_ROUNDS = 3
const READY_ROUNDS = 10
const CONCURRENCY = 16
const REMOVAL_LIMIT_MS = 5_000
/** Only text of the removed articles contains it. */
const WORD = 'zeppelin'
const CROP = { ratio: '16:9', width: 640, format: 'webp' }

/**
 * Removes articles whose copies are current or stale, one of them after it moved to another category, and then stops the
 * database, alone and under load.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const removedArticles = {
  name: 'removed-articles',
  title: 'withdrawn and deleted articles, without the database',
  limitSeconds: 180,
  async run({ attempt }) {
    await using site = await startSite({ WORKERS: String(WORKERS) })
    const call = await signInEditor(site)
    for (const [copies, isBreaking] of ROUNDS) {
      const [withdrawn, deleted, moved, kept] = await publishArticles(site, copies, isBreaking)
      const surfaces = surfacesOf([withdrawn, deleted, moved])
      const keptPath = `/article/${kept}`
      await eachWorker([...surfaces, keptPath], (path) => get(site, path))
      if (copies === 'stale') {
        await site.sql("update articles set category = 'Money' where id = $1", [moved])
        await changeSettings(site)
      }
      await call('withdrawArticleFn', withdrawal(withdrawn))
      await call('deleteArticleFn', { id: deleted })
      await call('withdrawArticleFn', withdrawal(moved))
      await attempt(`${copies} copies: the articles are gone`, () =>
        until(REMOVAL_LIMIT_MS, () => areGone(site, [withdrawn, deleted, moved])),
      )
      const resume = await stopDatabase(site)
      for (const load of ['idle', 'loaded']) {
        const label = `${copies} copies, ${load}`
        const searches = load === 'loaded' ? searchAtOnce(site) : undefined
        await eachWorker(surfaces, (path) => attempt(`${label}: ${path}`, () => expectAbsent(site, path)))
        await attempt(`${label}: /livez`, () => expectOk(site, '/livez'))
        await searches
        // The ticker of each page shows breaking news.
        if (!isBreaking) await attempt(`${label}: another article`, () => expectOk(site, keptPath))
      }
      resume()
      await attempt('ready afterwards', () => untilReady(site))
      await eachWorker(surfaces, (path) => attempt(`afterwards: ${path}`, () => expectAbsent(site, path)))
      await site.sql('truncate articles, deleted_articles, drafts cascade')
    }
    await checkServer(site, attempt, { logsErrors: true })
  },
}

/**
 * Requests an upload as a reader in each state of its article, with and without the database.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const withheldImages = {
  name: 'withheld-images',
  title: 'images of withdrawn, deleted and unpublished articles',
  limitSeconds: 120,
  async run({ attempt }) {
    await using site = await startSite({ WORKERS: String(WORKERS) })
    const call = await signInEditor(site)
    const image = await upload(site)
    const unused = await upload(site)
    const article = await storeDraft(call, image)
    const addresses = addressesOf(article.id, image)
    const expectStatus = (label, paths, isServed) =>
      eachWorker(paths, (path) =>
        attempt(`${label}: ${path}`, async () => {
          const { status } = await site.send(path)
          if ((status === 200) !== isServed) throw new Error(`status ${status}`)
        }),
      )
    const unusedAddresses = addressesOf(crypto.randomUUID(), unused)
    await expectStatus('an unpublished upload', [...addresses, ...unusedAddresses], false)
    await attempt('an unpublished upload in the admin area', async () => {
      const headers = await site.signIn('author')
      const { status } = await site.send(image, { headers })
      if (status !== 200) throw new Error(`status ${status}`)
    })
    await call('publishDraftFn', firstPublication(article).data)
    await attempt('the published image', () =>
      until(REMOVAL_LIMIT_MS, async () => (await site.send(addresses[0])).status === 200),
    )
    // Each process knows what it has sent before.
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      await expectStatus('a published image', addresses, true)
    await withoutDatabase(site, attempt, async () => {
      await expectStatus('a published image without the database', addresses, true)
      await expectStatus('an unpublished upload without the database', unusedAddresses, false)
    })
    const states = [
      ['withdrawn', () => call('withdrawArticleFn', withdrawal(article.id))],
      ['withdrawn and then deleted', () => call('deleteArticleFn', { id: article.id })],
    ]
    for (const [state, remove] of states) {
      await remove()
      await attempt(`the article is ${state}`, () =>
        until(REMOVAL_LIMIT_MS, () => areGone(site, [article.id])),
      )
      await expectStatus(state, addresses, false)
      await withoutDatabase(site, attempt, () =>
        expectStatus(`${state}, without the database`, addresses, false),
      )
      await expectStatus(`${state}, with the database again`, addresses, false)
    }
    await checkServer(site, attempt, { logsErrors: true })
  },
}

async function publishArticles(site, copies, is_breaking) {
  const row = { category: 'Sport', content: `<p>The ${WORD} rose at dawn.</p>`, is_breaking }
  const removed = ['withdrawn', 'deleted', 'moved'].map((state) => ({
    ...row,
    title: `A ${WORD} to be ${state}, with ${copies} copies`,
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
  const data = (name, argument) =>
    functionPath(name) + (argument ? `?payload=${encodeURIComponent(serialiseArguments(argument))}` : '')
  return [
    ...ids.flatMap((id) => [`/article/${id}`, data('getArticle', { id })]),
    ...['/', '/news', '/sport', `/search?q=${WORD}`, '/search?category=Sport'],
    ...['/feed.xml', '/atom.xml', '/feed.json', '/sport/feed.xml', '/sport/atom.xml', '/sport/feed.json'],
    ...['/news-sitemap.xml', `/sitemaps/${month}.xml`],
    ...[data('getHome'), data('getBreaking'), data('getCategory', { category: 'Sport' })],
  ]
}

function get(site, path, options) {
  return site.send(path, { ...options, headers: path.startsWith('/_serverFn/') ? SAME_ORIGIN_HEADERS : {} })
}

async function eachWorker(paths, work) {
  const all = paths.flatMap((path) => Array.from({ length: TRIES }, () => path))
  await forEachConcurrently(all, CONCURRENCY, work)
}

/** Every page depends on the settings. */
async function changeSettings(site) {
  const mark = `Edition ${crypto.randomUUID()}`
  await site.sql("update site_settings set setting_value = $1 where setting_name = 'site_description'", [
    mark,
  ])
  await until(REMOVAL_LIMIT_MS, async () => {
    const responses = await Promise.all(
      Array.from({ length: TRIES }, () => site.send('/manifest.webmanifest')),
    )
    return responses.every(({ text }) => text.includes(mark))
  })
}

function withdrawal(id) {
  return { publicationId: crypto.randomUUID(), id, reason: '' }
}

async function areGone(site, ids) {
  const paths = ids.flatMap((id) => Array.from({ length: TRIES }, () => `/article/${id}`))
  const responses = await Promise.all(paths.map((path) => site.send(path)))
  return responses.every(({ status }) => status === 404 || status === 410)
}

async function expectOk(site, path) {
  const { status } = await site.send(path)
  if (status !== 200) throw new Error(`status ${status}`)
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
async function searchAtOnce(site) {
  const words = Array.from({ length: 300 }, (_, index) => `council+${index}`)
  await forEachConcurrently(words, 100, (word) => site.send(`/search?q=${word}`).catch(() => {}))
}

async function withoutDatabase(site, attempt, work) {
  const resume = await stopDatabase(site)
  await until(REMOVAL_LIMIT_MS, async () => (await site.send('/readyz')).status === 503)
  await work()
  resume()
  await attempt('ready afterwards', async () => {
    // Each worker detects by itself that the database responds again, and connections are distributed unevenly.
    let ready = 0
    await until(HEAL_LIMIT_MS, async () => {
      ready = (await site.send('/readyz')).status === 200 ? ready + 1 : 0
      return ready >= WORKERS * READY_ROUNDS
    })
  })
}

/** @returns the address of an uploaded image */
async function upload(site) {
  const headers = await site.signIn('editor')
  const body = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#0a5' } })
    .jpeg()
    .toBuffer()
  const { status, text } = await site.send('/api/admin/images?name=tea.jpg', {
    method: 'POST',
    headers: { ...headers, origin: site.url, 'content-type': 'image/jpeg' },
    body,
  })
  if (status !== 201) throw new Error(`The upload has status ${status}: ${text}`)
  return JSON.parse(text).url
}

function addressesOf(articleId, image) {
  return [
    image,
    uploadMediaPath({ upload: uploadNameOf(image), ...CROP }),
    mediaPath({ articleId, imageKey: imageKey(image), ...CROP }),
  ]
}

async function storeDraft(call, imageUrl) {
  const doc = createDraftDocument(crypto.randomUUID())
  const id = crypto.randomUUID()
  writeForm(doc, { title: 'Tea', content: '<p>At four.</p>', imageUrl })
  const outcome = await call.append({ id, document: doc.guid, seedOf: null }, Y.encodeStateAsUpdate(doc))
  return { id, doc, seq: outcome.seq, title: 'Tea' }
}
