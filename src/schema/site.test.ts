import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const database = await createTestDatabase()
const { pool } = database
afterAll(() => database.drop())

describe('the table site_settings', () => {
  it('has the default of every setting of a new site, except the static pages', async () => {
    const { rows } = await pool.query('select * from site_settings')
    expect(Object.fromEntries(rows.map((row) => [row.setting_name, row.setting_value]))).toEqual({
      site_name: 'Masthead',
      site_description: 'Your trusted source for breaking news and analysis',
      contact_email: '',
      custom_domain: '',
      facebook_url: '',
      twitter_url: '',
      newsletter_enabled: 'true',
      maintenance_mode: 'false',
      prefer_www: 'false',
      adsense_enabled: 'false',
      adsense_header_code: '',
      adsense_banner_code: '',
      adsense_left_sidebar_code: '',
      adsense_right_sidebar_code: '',
    })
  })

  it.each([
    'newsletter_enabled',
    'maintenance_mode',
    'prefer_www',
    'adsense_enabled',
    'two_factor_required',
    'feeds_full_text',
    'feed_images',
  ])('accepts only true and false for %s', async (name) => {
    const set = (value: string) =>
      pool.query(
        `insert into site_settings values ($1, $2) on conflict (setting_name) do update set setting_value = $2`,
        [name, value],
      )
    await set('true')
    await set('false')
    for (const value of ['', 'TRUE', 'yes', '1']) {
      await expect(set(value)).rejects.toMatchObject({ constraint: 'site_settings_boolean_check' })
    }
  })

  it('rejects a setting without a name and a duplicate name', async () => {
    const insert = (name: string) =>
      pool.query('insert into site_settings (setting_name) values ($1)', [name])
    await expect(insert(' ')).rejects.toMatchObject({ constraint: 'site_settings_name_check' })
    await expect(insert('site_name')).rejects.toMatchObject({ code: '23505' })
  })
})
