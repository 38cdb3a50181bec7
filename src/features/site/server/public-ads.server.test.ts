import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { secureHtml } from '#platform/http/content-security-policy.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { NO_ADS } from '../rules/public-ads.ts'
import { findPublicAds } from './public-ads.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const set = (name: string, value: string) =>
  pool.query('update site_settings set setting_value = $2 where setting_name = $1', [name, value])

const script = (host: string) => `<script src="https://${host}/a.js"></script>`
const find = () => renderPageWithContext(() => findPublicAds(db))

describe('findPublicAds', () => {
  beforeEach(async () => {
    await set('adsense_enabled', 'true')
    await set('adsense_header_code', `${script('head.example')}<ins class="adsbygoogle"></ins>`)
    await set('adsense_banner_code', `${script('banner.example')}<ins class="adsbygoogle"></ins>`)
    await set('adsense_left_sidebar_code', `${script('banner.example')}<div>left</div>`)
    await set('adsense_right_sidebar_code', '')
  })

  it('reads the settings and depends on them', async () => {
    const { result, tags } = await find()
    expect(result).toEqual({
      enabled: true,
      hosts: ['head.example', 'banner.example'],
      needsConsent: true,
      headerCode: { markup: '', scripts: [{ src: 'https://head.example/a.js' }], pushes: 0 },
      bannerCode: {
        markup: '<ins class="adsbygoogle"></ins>',
        scripts: [{ src: 'https://banner.example/a.js' }],
        pushes: 1,
      },
      leftSidebarCode: {
        markup: '<div>left</div>',
        scripts: [{ src: 'https://banner.example/a.js' }],
        pushes: 0,
      },
      rightSidebarCode: null,
    })
    expect(tags).toEqual(new Set(['settings']))
  })

  it.each([
    ['<div>Our own ad</div>', false],
    ['<ins class="adsbygoogle"></ins><script>(adsbygoogle=window.adsbygoogle||[]).push({})</script>', true],
    [script('ads.example'), true],
  ])('returns whether %s requires consent', async (code, expected) => {
    for (const place of ['header', 'banner', 'right_sidebar']) await set(`adsense_${place}_code`, '')
    await set('adsense_left_sidebar_code', code)
    expect((await find()).result).toMatchObject({ needsConsent: expected })
  })

  it('allows the hosts of all places, since readers may navigate to any of them', async () => {
    const { headers } = secureHtml('', (await find()).context)
    expect(headers['content-security-policy']).toContain(
      "script-src 'self' https://head.example https://banner.example;",
    )
  })

  it('returns no ads and allows no hosts while ads are off', async () => {
    await set('adsense_enabled', 'false')
    const { result, tags, context } = await find()
    expect(result).toEqual(NO_ADS)
    expect(tags).toEqual(new Set(['settings']))
    expect(context.sources.flatMap((sources) => Object.values(sources)).flat()).toEqual([])
  })

  it('returns no ads without settings', async () => {
    await pool.query("delete from site_settings where setting_name like 'adsense%'")
    expect((await find()).result).toEqual(NO_ADS)
  })
})
