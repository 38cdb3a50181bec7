import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { linkImages, showImages } from './show-images.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeEach(async () => {
  await pool.query('delete from media')
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), '1_ferry.jpg', '1_ferry.jpg', 'image/jpeg', 1, 700, 400, 0)`,
  )
})
afterAll(() => database.drop())

const FERRY = '<img src="/storage/article-images/1_ferry.jpg" alt="A ferry" width="7" height="4" />'
const OTHER = '<img src="/storage/article-images/2_other.jpg" alt="" width="7" height="4" />'

it('gives images their sources and sizes, and a link to the whole image', async () => {
  const html = await showImages(db, `<figure>${FERRY}<figcaption>Dusk</figcaption></figure>`)
  expect(html).toMatch(
    /^<figure><a href="\/media\/uploads\/1_ferry\.jpg\/[0-9a-f]{14}\/full-768\.webp"><picture>/,
  )
  expect(html).toMatch(
    /<source type="image\/avif" srcset="[^"]+full-160\.avif 160w, [^"]+full-768\.avif 700w" sizes="auto, /,
  )
  expect(html).toContain(
    ' alt="A ferry" width="700" height="400" loading="lazy" decoding="async"></picture></a>',
  )
  expect(html).toMatch(/<figcaption>Dusk<\/figcaption><\/figure>$/)
})

it('shows wide images in their size', async () => {
  const [column, wide] = await Promise.all(
    ['<figure>', '<figure class="wide">'].map((figure) => showImages(db, `${figure}${FERRY}</figure>`)),
  )
  expect(column).toContain('35rem"')
  expect(wide).toContain('<figure class="wide"><a')
  expect(wide).toContain('52.75rem"')
})

it('names the links of decorative images', async () => {
  const html = await showImages(db, FERRY.replace('A ferry', ''))
  expect(html).toContain('aria-label="Open the image"><picture>')
  expect(await showImages(db, FERRY)).not.toContain('aria-label')
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  expect(await showImages(db, FERRY.replace('A ferry', ''))).toContain('aria-label="Bild öffnen"')
})

it('has new addresses once the file was replaced, and those of a preview link', async () => {
  const before = await showImages(db, FERRY)
  await pool.query(`update media set file = '3_new.jpg', width = 1200`)
  const after = await showImages(db, FERRY, '?preview=1')
  expect(after).toContain(' width="1200"')
  const keyOf = (html: string) => /\/([0-9a-f]{14})\//.exec(html)?.[1]
  expect(keyOf(after)).not.toBe(keyOf(before))
  expect(after).toContain('full-1280.webp?preview=1"')
  expect(after).toContain('full-160.avif?preview=1 160w')
})

it('leaves images that the library does not have as they are', async () => {
  const html = `<p>Tea</p><figure class="wide">${OTHER}</figure>`
  expect(await showImages(db, html)).toBe(html)
})

it('gives feeds one address', async () => {
  expect(await linkImages(db, FERRY)).toMatch(
    /^<img src="\/media\/uploads\/1_ferry\.jpg\/[0-9a-f]{14}\/full-768\.webp" alt="A ferry" width="700" height="400">$/,
  )
})
