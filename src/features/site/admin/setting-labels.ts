import type { GeneralSetting } from '../rules/general-settings.ts'

export const SETTING_LABELS: Record<GeneralSetting, string> = {
  site_name: 'Site name',
  contact_email: 'Contact email',
  custom_domain: 'Custom domain',
  site_description: 'Site description',
  time_zone: 'Time zone',
  locale: 'Language and region',
  week_start: 'First day of the week',
  facebook_url: 'Facebook URL',
  twitter_url: 'X (Twitter) URL',
  maintenance_mode: 'Maintenance Mode',
  newsletter_enabled: 'Newsletter signup',
  feeds_full_text: 'Full text in feeds',
  feed_images: 'Show images in texts from feeds',
}
