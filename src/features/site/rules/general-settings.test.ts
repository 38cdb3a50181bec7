import { describe, expect, it } from 'vitest'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import {
  GENERAL_SETTINGS,
  type GeneralSettings,
  generalSettingsSchema,
  readGeneralSettings,
  readPlace,
} from './general-settings.ts'

const SETTINGS: GeneralSettings = {
  site_name: 'The Courier',
  contact_email: 'desk@courier.example',
  custom_domain: 'courier.example',
  site_description: 'News of the town',
  facebook_url: 'https://facebook.example/courier',
  twitter_url: 'http://x.example/courier',
  time_zone: 'America/New_York',
  locale: 'en-US',
  week_start: 'sunday',
  maintenance_mode: 'false',
  newsletter_enabled: 'true',
  feeds_full_text: 'true',
  feed_images: 'true',
}

describe('readGeneralSettings', () => {
  it('returns the stored settings, without other settings', () => {
    expect(readGeneralSettings({ ...SETTINGS, adsense_enabled: 'true' })).toEqual(SETTINGS)
  })

  it.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['blank', Object.fromEntries(GENERAL_SETTINGS.map((name) => [name, ' ']))],
  ])('uses defaults for settings that are %s', (_, values) => {
    expect(readGeneralSettings(values)).toEqual({
      site_name: 'Masthead',
      contact_email: '',
      custom_domain: '',
      site_description: 'Your trusted source for breaking news and analysis',
      facebook_url: '',
      twitter_url: '',
      time_zone: 'Europe/London',
      locale: 'en-GB',
      week_start: 'monday',
      maintenance_mode: 'false',
      newsletter_enabled: 'true',
      feeds_full_text: 'false',
      feed_images: 'false',
    })
  })
})

describe('generalSettingsSchema', () => {
  const errorsOf = (values: Partial<GeneralSettings>) =>
    (generalSettingsSchema.safeParse({ ...SETTINGS, ...values }).error?.issues ?? []).map(
      ({ path, message }) => [path[0], message],
    )

  it.each<[string, Partial<GeneralSettings>]>([
    ['a complete form', {}],
    ['only a name', { contact_email: '', facebook_url: ' ', twitter_url: '' }],
    ['white space around an address', { facebook_url: ' https://facebook.example ' }],
    ['an address in capitals', { twitter_url: 'HTTPS://X.EXAMPLE' }],
  ])('accepts %s', (_, values) => {
    expect(errorsOf(values)).toEqual([])
  })

  it.each<[Partial<GeneralSettings>, string]>([
    [{ site_name: '' }, 'Site name is required'],
    [{ site_name: ' \t' }, 'Site name is required'],
    [{ contact_email: 'desk.courier.example' }, 'Please enter a valid email address'],
    [{ contact_email: 'desk@courier' }, 'Please enter a valid email address'],
    [{ facebook_url: 'facebook.example' }, 'Facebook URL must start with http:// or https://'],
    [{ facebook_url: 'httpx://facebook.example' }, 'Facebook URL must start with http:// or https://'],
    [{ twitter_url: 'javascript:alert(1)' }, 'Twitter URL must start with http:// or https://'],
    [{ time_zone: "London'; drop table articles" }, 'Choose a time zone'],
    [{ locale: 'nl-NL' }, 'Choose a language and region'],
    [{ week_start: '' }, 'Choose the first day of the week'],
  ])('rejects %j', (values, message) => {
    expect(errorsOf(values)).toEqual([[Object.keys(values)[0], message]])
  })

  it('lists errors in the order of the form', () => {
    const errors = errorsOf({ twitter_url: 'x', site_name: '', contact_email: 'x', facebook_url: 'x' })
    expect(errors.map(([name]) => name)).toEqual([
      'site_name',
      'contact_email',
      'facebook_url',
      'twitter_url',
    ])
  })

  it('removes white space around values', () => {
    expect(generalSettingsSchema.parse({ ...SETTINGS, site_name: ' The Courier\n' })).toEqual(SETTINGS)
  })
})

describe('readPlace', () => {
  it('returns the stored place', () => {
    expect(readPlace(SETTINGS)).toEqual({
      timeZone: 'America/New_York',
      locale: 'en-US',
      weekStart: 'sunday',
    })
  })

  it.each<Record<string, string>>([{}, { time_zone: 'Mars/Olympus', locale: 'xx', week_start: 'toString' }])(
    'uses the defaults for %j',
    (values) => {
      expect(readPlace(values)).toEqual(DEFAULT_PLACE)
    },
  )
})
