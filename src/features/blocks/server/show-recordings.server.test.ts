import { parseHTML } from 'linkedom'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { sanitiseBody, sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { BLOCK_MARKUP } from '../rules/blocks.ts'
import { linkRecordings, showRecordings } from './show-recordings.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeEach(async () => {
  await pool.query('delete from media')
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, duration, perceptual_hash, created_at) values
     (gen_random_uuid(), '1_talk.mp4', '1_talk.mp4', 'video/mp4', 12000000, 640, 360, 125, null, '2026-11-21T12:00:00Z'),
     (gen_random_uuid(), '2_radio.mp3', '2_radio.mp3', 'audio/mpeg', 900000, 0, 0, 61.4, null, '2026-11-21T12:00:00Z'),
     (gen_random_uuid(), '3_still.jpg', '3_still.jpg', 'image/jpeg', 1, 1600, 900, null, 0, '2026-11-21T12:00:00Z')`,
  )
})
afterAll(() => database.drop())

const own = (html: string) => sanitiseOwnBody(html, BLOCK_MARKUP)
const VIDEO = own(
  '<figure class="video"><video src="/storage/article-images/1_talk.mp4" width="7" height="4" poster="/storage/article-images/3_still.jpg"></video>' +
    '<figcaption><span>The <em>talk</em></span> <cite>Ada Lane</cite></figcaption></figure>',
)
const AUDIO = own('<figure class="audio"><audio src="/storage/article-images/2_radio.mp3"></audio></figure>')

it('shows a video in its size, with its poster, captions, file and transcript', async () => {
  await pool.query(
    `update media set captions = 'WEBVTT', transcript = E'First <b>words</b>\\n\\nSecond' where name = '1_talk.mp4'`,
  )
  const { html } = await showRecordings(db, VIDEO, '?preview=1')
  const poster = /poster="([^"]*)"/.exec(html)?.[1]
  expect(poster).toMatch(/^\/media\/uploads\/3_still\.jpg\/[0-9a-f]{14}\/full-1280\.webp\?preview=1$/)
  expect(html.replace(poster ?? '', 'POSTER')).toBe(
    '<figure class="video"><video src="/storage/article-images/1_talk.mp4?preview=1" width="640" height="360" poster="POSTER" controls preload="none" playsinline aria-label="The talk">' +
      '<track kind="captions" label="Captions" src="/storage/article-images/1_talk.mp4.vtt?preview=1"></video>' +
      '<figcaption><span>The <em>talk</em></span> <cite>Ada Lane</cite>' +
      '<p class="file-link"><a href="/storage/article-images/1_talk.mp4?preview=1" download>Download video</a> (2:05, 12 MB)</p>' +
      '<details class="transcript"><summary>Transcript</summary><div dir="ltr"><p>First &lt;b&gt;words&lt;/b&gt;</p><p>Second</p></div></details></figcaption></figure>',
  )
})

it('shows audio, and the first frame of a video without a poster', async () => {
  expect((await showRecordings(db, AUDIO)).html).toBe(
    '<figure class="audio"><audio src="/storage/article-images/2_radio.mp3" controls preload="none" aria-label="Audio"></audio>' +
      '<figcaption><p class="file-link"><a href="/storage/article-images/2_radio.mp3" download>Download audio</a> (1:01, 900 kB)</p></figcaption></figure>',
  )
  const { html } = await showRecordings(db, VIDEO.replace(/ poster="[^"]*"/, ''))
  expect(html).toContain('height="360" controls preload="metadata"')
})

it('writes sizes as the newspaper does', async () => {
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  await pool.query('update media set bytes = 3440000')
  const { html } = await showRecordings(db, AUDIO)
  expect(html.replace('\u00a0', ' ')).toContain('Audio herunterladen</a> (1:01, 3,4 MB)')
})

it('describes what it shows for the structured data', async () => {
  expect((await showRecordings(db, `<p>Tea</p>${VIDEO}${AUDIO}`)).recordings).toEqual([
    {
      kind: 'video',
      name: 'The talk',
      path: '/storage/article-images/1_talk.mp4',
      posterPath: expect.stringMatching(/^\/media\/uploads\/3_still/),
      type: 'video/mp4',
      seconds: 125,
      uploadedAt: '2026-11-21T12:00:00.000Z',
    },
    expect.objectContaining({ kind: 'audio', name: '', type: 'audio/mpeg', seconds: 61.4 }),
  ])
})

it('gives feeds a player with a link', async () => {
  expect(await linkRecordings(db, AUDIO)).toBe(
    '<figure><audio src="/storage/article-images/2_radio.mp3" controls><a href="/storage/article-images/2_radio.mp3">Audio</a></audio></figure>',
  )
  expect(await linkRecordings(db, VIDEO)).toMatch(
    /^<figure><video src="\/storage\/article-images\/1_talk\.mp4" width="640" height="360" poster="[^"]+" controls><a href/,
  )
})

it.each([
  ['a file that the library does not have', VIDEO.replace('1_talk', '9_gone')],
  ['an image as a video', VIDEO.replace('1_talk.mp4', '3_still.jpg')],
  ['a video as audio', AUDIO.replace('2_radio.mp3', '1_talk.mp4')],
])('leaves %s as it is', async (_, html) => {
  expect(await showRecordings(db, html)).toEqual({ html, recordings: [] })
})

it('shows nothing of what feeds imitate, or of the files of others', async () => {
  expect(sanitiseBody(VIDEO)).toBe('')
  expect(sanitiseBody(AUDIO)).toBe('')
  for (const src of [
    'https://example.org/a.mp4',
    'javascript:alert(1)',
    'data:video/mp4,x',
    '//example.org/a.mp4',
  ]) {
    expect(
      own(`<figure class="video"><video src="${src}" onerror="alert(1)"></video></figure>`),
    ).not.toContain('video src')
    expect(
      own(`<figure class="video"><video src="/storage/a/1_a.mp4" poster="${src}"></video></figure>`),
    ).not.toContain('poster')
  }
})

it('never writes markup of captions, credits or transcripts', async () => {
  for (const hostile of HOSTILE_HTML) {
    await pool.query('update media set transcript = $1', [hostile.replaceAll('\0', '')])
    const figure = `<figure class="audio"><audio src="/storage/article-images/2_radio.mp3"></audio><figcaption>${hostile}</figcaption></figure>`
    const { html } = await showRecordings(db, own(figure))
    const { document } = parseHTML(`<html><body>${html}</body></html>`)
    expect(document.querySelectorAll('script, svg, math, iframe, object, style, img')).toHaveLength(0)
    for (const { name, value } of [...document.querySelectorAll('*')].flatMap(({ attributes }) => [
      ...attributes,
    ]))
      expect(`${name}=${value}`).not.toMatch(/^(?:on|style=|(?:href|src)=\s*(?:javascript|data):)/i)
    const [, transcript = ''] = /<div dir="ltr">([\s\S]*)<\/div><\/details>/.exec(html) ?? []
    expect(transcript.replaceAll(/<\/?p>/g, '')).not.toMatch(/[<>]/)
  }
})

it('takes linear time for figures that do not end', async () => {
  const started = performance.now()
  await showRecordings(
    db,
    '<figure class="audio"><audio src="/storage/x"></audio><figcaption>'.repeat(20_000),
  )
  expect(performance.now() - started).toBeLessThan(2_000)
})
