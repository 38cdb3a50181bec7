import sharp from 'sharp'
import { imageKey, mediaPath, uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { publicationOf, signInEditor } from '../shared/editor.mjs'
import { until } from '../shared/until.mjs'
import { connectToWorkers } from './connect-to-workers.mjs'
import { untilEachIsReady, whileDatabaseHangs } from './database.mjs'
import { siteClass } from './site-class.mjs'
import { areGone, REMOVAL_LIMIT_MS, withdrawal } from './withdrawal.mjs'

const WORKERS = 2
const CROP = { ratio: '16:9', width: 640, format: 'webp' }

/** Requests an upload as a reader in each state of its article, with and without the database. */
export const withheldImages = siteClass({
  name: 'withheld-images',
  title: 'images of withdrawn, deleted and unpublished articles',
  limitSeconds: 120,
  env: { WORKERS: String(WORKERS) },
  hasPulse: false,
  logsErrors: true,
  async run({ site, attempt }) {
    const workers = await connectToWorkers(site, WORKERS)
    const editor = await signInEditor(site)
    const image = await upload(site)
    const unused = addressesOf(crypto.randomUUID(), await upload(site))
    const draft = await editor.createDraft({ title: 'Tea', content: '<p>At four.</p>', imageUrl: image })
    const addresses = addressesOf(draft.id, image)
    const expectServed = (isServed, label, paths) =>
      workers.forEach(paths, (path, options) =>
        attempt(`${label}: ${path}`, async () => {
          const { status } = await site.send(path, options)
          if ((status === 200) !== isServed) throw new Error(`status ${status}`)
        }),
      )
    await expectServed(false, 'an unpublished upload', [...addresses, ...unused])
    await attempt('an unpublished upload in the admin area', async () =>
      site.expect(200, image, { headers: await site.signIn('author') }),
    )
    await editor.call('publishDraftFn', publicationOf(draft))
    await attempt('the published image', () =>
      until(REMOVAL_LIMIT_MS, async () =>
        (await workers.statusesOf([image])).every((status) => status === 200),
      ),
    )
    // Without the database, a worker sends only what it has sent before.
    await expectServed(true, 'a published image', addresses)
    await withoutDatabase(async () => {
      await expectServed(true, 'a published image without the database', addresses)
      await expectServed(false, 'an unpublished upload without the database', unused)
    })
    const states = [
      ['withdrawn', 'withdrawArticleFn', withdrawal(draft.id)],
      ['withdrawn and then deleted', 'deleteArticleFn', { id: draft.id }],
    ]
    for (const [state, name, data] of states) {
      await editor.call(name, data)
      await attempt(`the article is ${state}`, () =>
        until(REMOVAL_LIMIT_MS, () => areGone(workers, [draft.id])),
      )
      await expectServed(false, state, addresses)
      await withoutDatabase(() => expectServed(false, `${state}, without the database`, addresses))
      await expectServed(false, `${state}, with the database again`, addresses)
    }

    async function withoutDatabase(work) {
      await whileDatabaseHangs(site, async () => {
        await untilEachIsReady(workers, false)
        await work()
      })
      await attempt('ready afterwards', () => untilEachIsReady(workers))
    }
  },
})

/** @returns the address of an uploaded image */
async function upload(site) {
  const headers = { ...(await site.signIn('editor')), origin: site.url, 'content-type': 'image/jpeg' }
  const image = sharp({ create: { width: 800, height: 600, channels: 3, background: '#0a5' } })
  const body = await image.jpeg().toBuffer()
  const { text } = await site.expect(201, '/api/admin/images?name=tea.jpg', {
    method: 'POST',
    headers,
    body,
  })
  return JSON.parse(text).url
}

function addressesOf(articleId, image) {
  return [
    image,
    uploadMediaPath({ upload: uploadNameOf(image), ...CROP }),
    mediaPath({ articleId, imageKey: imageKey(image), ...CROP }),
  ]
}
