import { describe, expect, it } from 'vitest'
import { DEFAULT_DESCRIPTION, readPublicSettings } from './public-settings.ts'

describe('readPublicSettings', () => {
  it.each([
    ['missing', {}],
    ['stored', { site_name: 'Masthead', site_description: DEFAULT_DESCRIPTION }],
    ['blank', { site_name: ' ', site_description: '', facebook_url: ' ', twitter_url: '' }],
  ])('uses defaults if settings are %s', (_, values) => {
    expect(readPublicSettings(values)).toEqual({
      siteName: 'Masthead',
      siteDescription: '',
      facebookUrl: null,
      twitterUrl: null,
      newsletterEnabled: true,
    })
  })

  it('trims values', () => {
    const values = {
      site_name: ' The Daily Paper ',
      site_description: 'News\n',
      facebook_url: ' https://facebook.example/paper ',
      twitter_url: 'HTTP://twitter.example/paper',
      contact_email: 'desk@paper.example',
    }
    expect(readPublicSettings(values)).toEqual({
      siteName: 'The Daily Paper',
      siteDescription: 'News',
      facebookUrl: 'https://facebook.example/paper',
      twitterUrl: 'http://twitter.example/paper',
      newsletterEnabled: true,
    })
  })

  it('truncates a description to 300 characters', () => {
    const { siteDescription } = readPublicSettings({ site_description: 'word '.repeat(100) })
    expect(siteDescription.length).toBeLessThanOrEqual(300)
    expect(siteDescription).toMatch(/word…$/)
  })

  it('enables the newsletter unless it is disabled', () => {
    expect(readPublicSettings({ newsletter_enabled: 'true' }).newsletterEnabled).toBe(true)
    expect(readPublicSettings({ newsletter_enabled: 'false' }).newsletterEnabled).toBe(false)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//paper.example',
    'paper.example',
    'https://',
    'https://a b',
  ])('rejects the URL %j', (facebook_url) => {
    expect(readPublicSettings({ facebook_url }).facebookUrl).toBeNull()
  })
})
