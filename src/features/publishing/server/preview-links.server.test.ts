import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import {
  createPreviewLink,
  isUploadShared,
  listPreviewLinks,
  revokePreviewLink,
} from './preview-links.server.ts'
import { showSharedPreview } from './shared-preview-page.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, save, publish, audit } = newsroom
let site: TestSite

beforeAll(() => setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0))
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  setDatabase(newsroom.database)
  await newsroom.clear()
  site = await startTestSite((request) =>
    showSharedPreview({ request, params: { token: new URL(request.url).pathname.split('/')[2] ?? '' } }),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})
afterAll(async () => {
  setDatabase(undefined)
  await newsroom.database.drop()
})

/** @returns the path of the link */
async function share(by = ada): Promise<string> {
  const outcome = await createPreviewLink(db, by, ID, NOW)
  if (outcome.kind !== 'created') throw new Error(`The link is ${outcome.kind}`)
  return new URL(outcome.url).pathname
}

const later = (ms: number) => vi.setSystemTime(NOW.getTime() + ms)
const open = (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`)

it('shows the newest text to anybody who has the link, and is not cached, indexed or referred to', async () => {
  await save({ title: 'Harbour to close', content: '<p>Text</p>' })
  const path = await share()
  await save({ content: '<p>A newer text</p><script>alert(1)</script>' })
  const response = await open(path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  })
  const html = await response.text()
  expect(html).toContain('<p>A newer text</p>')
  expect(html).toContain('Harbour to close')
  expect(html).toContain(
    'This article is not published, and its text may change. The link expires on 28 November 2026 at 12:00 (GMT).',
  )
  expect(html).not.toContain('<script>alert')
})

it('has the language of the newspaper, as its messages do', async () => {
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' })
  await save({ title: '', content: '<p>Text</p>' })
  const html = await (await open(await share())).text()
  expect(html).toContain('<html lang="de-DE" dir="ltr">')
  expect(html).toContain('<title>Vorschau: Ohne Titel | Masthead</title>')
  expect(html).toContain('Der Link gilt bis zum 28. November 2026 um 13:00 Uhr (MEZ).')
  const missing = await open('/preview/unknown')
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('Diese Vorschau ist nicht verfügbar'),
  ])
})

it('says that the published article may differ', async () => {
  await publish({ content: '<p>Text</p>' })
  expect(await (await open(await share())).text()).toContain(
    'This text may differ from the published article.',
  )
})

describe('ends', () => {
  const isOpen = async (path: string) => (await open(path)).status === 200

  it('after seven days', async () => {
    await save({ content: 'Text' })
    const path = await share()
    later(7 * DAY_MS - 1)
    expect(await isOpen(path)).toBe(true)
    later(7 * DAY_MS)
    const response = await open(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('it has expired or was revoked')
  })

  it('when it is revoked, which leaves other links as they are', async () => {
    await save({ content: 'Text' })
    const [first, second] = [await share(), await share(ben)]
    const links = await listPreviewLinks(db, ada, ID, NOW)
    expect(links.map(({ by }) => by).toSorted()).toEqual(['Ada', 'Ben'])
    const mine = links.find(({ by }) => by === 'Ada')?.id ?? ''
    expect(await revokePreviewLink(db, ben, { id: ID, linkId: mine })).toEqual({ kind: 'revoked' })
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    expect((await audit()).map(({ action }) => action)).toEqual([
      'draft.create',
      'preview-link.create',
      'preview-link.create',
      'preview-link.revoke',
    ])
  })

  it.each([
    ['loses the role', 'Cyd', `role = 'user'`],
    ['is suspended', 'Eve', 'banned = true'],
  ])('when the person who created it %s', async (_, name, change) => {
    const creator = await newsroom.addPerson(name, 'editor')
    await save({ content: 'Text', imageUrl: '/storage/article-images/harbour.webp' })
    const paths = [await share(), await share(creator)]
    const areShared = () =>
      Promise.all(
        paths.map((path) => {
          const url = `/storage/article-images/harbour.webp?preview=${path.split('/').at(-1)}`
          return isUploadShared(db, { url, name: 'harbour.webp' }, NOW)
        }),
      )
    expect(await areShared()).toEqual([true, true])
    await pool.query(`update users set ${change} where id = $1`, [creator.id])
    expect([await isOpen(paths[0] ?? ''), await isOpen(paths[1] ?? '')]).toEqual([true, false])
    expect(await areShared()).toEqual([true, false])
    expect((await listPreviewLinks(db, ada, ID, NOW)).map(({ by }) => by)).toEqual(['Ada'])
  })

  it('when the article is moved to the bin', async () => {
    await save({ content: 'Text' })
    const path = await share()
    await deleteDraft(db, ada, ID, NOW)
    expect(await isOpen(path)).toBe(false)
  })
})

it('shows the images of its article alone, by an address that names the link', async () => {
  const imageUrl = '/storage/article-images/harbour.webp'
  const content =
    '<figure><img src="/storage/article-images/ferry.webp" alt="" width="3" height="2"></figure>'
  await save({ content, imageUrl })
  const html = await (await open(await share())).text()
  const [, url = ''] = /src="([^"]*harbour[^"]*)"/.exec(html) ?? []
  const isShared = (name: string, address = url) => isUploadShared(db, { url: address, name }, new Date())
  expect(await isShared('harbour.webp')).toBe(true)
  expect(await isShared('ferry.webp')).toBe(true)
  expect(await isShared('other.webp')).toBe(false)
  expect(await isShared('harbour.webp', url.split('?')[0])).toBe(false)
  expect(await isShared('harbour.webp', `${url}0`)).toBe(false)
  later(7 * DAY_MS)
  expect(await isShared('harbour.webp')).toBe(false)
})

it('stores no token that opens the preview', async () => {
  await save({ content: 'Text' })
  const token = (await share()).split('/').at(-1) ?? ''
  const { rows } = await pool.query('select * from preview_links')
  const stored = JSON.stringify([rows, await audit()])
  expect(stored).not.toContain(token)
  expect((await open(`/preview/${rows[0].token_hash}`)).status).toBe(404)
  expect((await open(`/preview/${rows[0].id}`)).status).toBe(404)
})

it('limits links per article, forgets expired ones, and needs permission to edit the article', async () => {
  await save({ content: 'Text' })
  for (let count = 0; count < 20; count++) await share()
  expect(await createPreviewLink(db, ada, ID, NOW)).toMatchObject({ kind: 'refused' })
  expect(await createPreviewLink(db, ada, ID, new Date(NOW.getTime() + 7 * DAY_MS))).toMatchObject({
    kind: 'created',
  })
  expect((await pool.query('select count(*)::int from preview_links')).rows).toEqual([{ count: 1 }])
  const dan = await newsroom.addPerson('Dan', 'contributor')
  await expect(createPreviewLink(db, dan, ID, NOW)).rejects.toThrow(ForbiddenError)
  await expect(listPreviewLinks(db, dan, ID, NOW)).rejects.toThrow(ForbiddenError)
  await expect(revokePreviewLink(db, dan, { id: ID, linkId: ID })).rejects.toThrow(ForbiddenError)
})

it('limits the requests of an address', async () => {
  const statuses = []
  for (let count = 0; count < 61; count++) statuses.push((await open('/preview/unknown')).status)
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(60)
  const refused = await open('/preview/unknown')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
