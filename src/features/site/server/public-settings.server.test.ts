import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createSharedReads, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findPublicSettings } from './public-settings.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const set = (name: string, value: string) =>
  pool.query('update site_settings set setting_value = $2 where setting_name = $1', [name, value])

describe('findPublicSettings', () => {
  beforeEach(async () => {
    await set('site_name', 'The Courier')
    await set('facebook_url', 'https://facebook.example/courier')
  })

  it('reads the settings and depends on them', async () => {
    const { result, tags } = await renderPageWithContext(() => findPublicSettings(db))
    expect(result).toEqual({
      siteName: 'The Courier',
      siteDescription: 'Your trusted source for breaking news and analysis',
      facebookUrl: 'https://facebook.example/courier',
      twitterUrl: null,
      newsletterEnabled: true,
      locale: 'en-GB',
      shareOrigin: null,
      tagline: 'Your trusted news source',
    })
    expect(tags).toEqual(new Set(['settings']))
  })

  it('has its default texts in the present language, however old the shared read is', async () => {
    await set('site_description', '')
    setSharedReads(createSharedReads())
    const read = async () =>
      (await renderPageWithContext(() => findPublicSettings(db))).result.siteDescription
    expect(await read()).toBe('Your trusted source for breaking news and analysis')
    applyPlaceAndLanguage({ timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' })
    expect(await read()).not.toBe('Your trusted source for breaking news and analysis')
    applyPlaceAndLanguage(DEFAULT_PLACE)
    setSharedReads(undefined)
  })

  it('reads whether the newsletter is enabled', async () => {
    await set('newsletter_enabled', 'false')
    expect(await findPublicSettings(db)).toMatchObject({ newsletterEnabled: false })
    await set('newsletter_enabled', 'true')
    expect(await findPublicSettings(db)).toMatchObject({ newsletterEnabled: true })
  })

  it.each([
    ['paper.example', 'false', 'https://paper.example'],
    ['paper.example', 'true', 'https://www.paper.example'],
    ['localhost', 'false', null],
    ['', 'false', null],
  ])('uses the custom domain %j with prefer_www %s in share links', async (domain, www, expected) => {
    await set('custom_domain', domain)
    await set('prefer_www', www)
    expect(await findPublicSettings(db)).toMatchObject({ shareOrigin: expected })
  })

  it('rejects a URL that could run scripts', async () => {
    await set('facebook_url', 'javascript:alert(1)')
    expect(await findPublicSettings(db)).toMatchObject({ facebookUrl: null })
  })

  it('uses defaults without settings', async () => {
    await pool.query('delete from site_settings')
    expect(await findPublicSettings(db)).toEqual({
      siteName: 'Masthead',
      siteDescription: 'Your trusted source for breaking news and analysis',
      facebookUrl: null,
      twitterUrl: null,
      newsletterEnabled: true,
      locale: 'en-GB',
      shareOrigin: null,
      tagline: 'Your trusted news source',
    })
  })
})
