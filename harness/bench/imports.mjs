import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { WXR_NAMES, writeWxr } from '#features/imports/testing/write-wxr.ts'
import { MEMORY_SETTINGS } from '../../bin/launch.mjs'
import { forEachConcurrently, numbers } from '../shared/client.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { runMasthead } from '../shared/run-masthead.mjs'
import { count, print, under } from './report.mjs'

const IMAGES_PER_POST = 2
const WIDTH = 1_200
const HEIGHT = 800
const PARAGRAPHS = 8
/** For 10,000 posts with 20,000 images. */
const MAX_SECONDS = 600
const FULL_POSTS = 10_000
/** How much higher the peak memory of a large import may be than that of one with a tenth of its posts. */
const MAX_GROWTH_MB = 100
/** How many images are encoded at the same time while the export is generated. */
const CONCURRENCY = 2

/**
 * The time and the peak memory of `masthead import` with the uploads folder of a WordPress site: a post for every ten articles of the
 * benchmark, and a tenth of them before.
 */
export async function benchImports({ articles }) {
  let smallMb
  for (const posts of [articles / 100, articles / 10].map(Math.ceil)) {
    await using closing = new AsyncDisposableStack()
    const { folder, url, sql } = await startPostgres(closing, { throwaway: false })
    const site = join(folder, 'export')
    await writeExport(site, posts)
    const images = posts * IMAGES_PER_POST
    const started = performance.now()
    const { status, output, peakMb, cpuSeconds } = await runMasthead(['import', '--no-fetch', site], {
      env: { DATABASE_URL: url, DATA_DIR: join(folder, 'data') },
      settings: MEMORY_SETTINGS,
    })
    const seconds = (performance.now() - started) / 1_000
    const [stored] = await sql(
      'select (select count(*)::int from articles) as posts, (select count(*)::int from media) as images',
    )
    if (status !== 0 || stored.posts !== posts || stored.images !== images)
      throw new Error(`${JSON.stringify(stored)} were imported: ${output}`)
    smallMb ??= peakMb
    print(
      `import of ${count(posts)} posts, ${count(images)} images`,
      `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU time; peak memory ${peakMb.toFixed(0)} MB`,
      under(seconds, (MAX_SECONDS * posts) / FULL_POSTS),
    )
    print(
      'growth of its memory',
      `${(peakMb - smallMb).toFixed(0)} MB`,
      under(peakMb - smallMb, MAX_GROWTH_MB),
    )
  }
}

/** Writes a WXR file, and the folder of uploads. */
async function writeExport(folder, posts) {
  const uploads = join(folder, 'wp-content', 'uploads', '2019', '05')
  await mkdir(uploads, { recursive: true })
  const picture = await createPicture()
  await forEachConcurrently(numbers(posts * IMAGES_PER_POST), CONCURRENCY, async (n) =>
    writeFile(join(uploads, `photo-${n}.jpg`), await cutImage(picture, n)),
  )
  const text = numbers(PARAGRAPHS).map(
    (n) => `<!-- wp:paragraph --><p>${paragraph(n)}</p><!-- /wp:paragraph -->`,
  )
  const terms = '<category domain="category" nicename="sport"/><category domain="post_tag" nicename="tides"/>'
  const items = numbers(posts).flatMap((n) => {
    const [lead, inText] = [n * IMAGES_PER_POST, n * IMAGES_PER_POST + 1]
    const [id, leadId, inTextId] = [0, 1, 2].map((kind) => 1 + n * 3 + kind)
    const figure = `<!-- wp:image {"id":${inTextId}} --><figure class="wp-block-image"><img src="${uploadAddress(inText, '-1024x683')}" alt="A photo" class="wp-image-${inTextId}"/><figcaption>Caption ${n}</figcaption></figure><!-- /wp:image -->`
    return [
      { id: leadId, type: 'attachment', status: 'inherit', attachment: uploadAddress(lead) },
      { id: inTextId, type: 'attachment', status: 'inherit', attachment: uploadAddress(inText) },
      {
        id,
        title: `Story ${n}`,
        content: text.toSpliced(2, 0, figure).join('\n'),
        terms,
        meta: { _thumbnail_id: `${leadId}` },
      },
    ]
  })
  await writeFile(join(folder, 'export.xml'), writeWxr(items, WXR_NAMES))
}

const uploadAddress = (n, size = '') =>
  `https://courier.example/wp-content/uploads/2019/05/photo-${n}${size}.jpg`

const paragraph = (n) =>
  `In paragraph ${n}, the <strong>council</strong> ${'of the village met in the hall by the river and spoke about the bridge '.repeat(6)}and <a href="https://example.org/${n}">its report</a>.`

/** Detail of several sizes, so that a JPEG file of it is about as large as that of a photo. Columns and opacity of each layer. */
const LAYERS = [
  [6, 1],
  [24, 0.5],
  [96, 0.3],
  [400, 0.2],
  [1_500, 0.15],
]
const PICTURE = { width: WIDTH * 2, height: HEIGHT * 2, channels: 3 }

/** Draws the picture from which all images are cut. @returns its pixels */
async function createPicture() {
  const layers = LAYERS.map(async ([width, opacity]) => {
    const height = Math.round((width * HEIGHT) / WIDTH)
    const input = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .resize(PICTURE.width, PICTURE.height, { kernel: 'cubic', fit: 'fill' })
      .ensureAlpha(opacity)
      .png({ compressionLevel: 1 })
      .toBuffer()
    return { input }
  })
  return sharp({ create: { ...PICTURE, background: 'gray' } })
    .composite(await Promise.all(layers))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Shares no factor with the number of places, so that each image is at another one, far from the previous. */
const STEP = 617_393

/** Returns the `n`-th of 960,000 different images as a JPEG file. */
function cutImage(picture, n) {
  const place = (n * STEP) % (WIDTH * HEIGHT)
  return sharp(picture, { raw: PICTURE })
    .extract({ left: place % WIDTH, top: Math.floor(place / WIDTH), width: WIDTH, height: HEIGHT })
    .jpeg({ quality: 85 })
    .toBuffer()
}
