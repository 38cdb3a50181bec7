import type { GeneralSetting } from '../rules/general-settings.ts'

/** What the fields of the general settings are called. */
export const SETTING_LABELS: Record<GeneralSetting, string> = {
  site_name: 'Site name',
  contact_email: 'Contact email',
  custom_domain: 'Custom domain',
  site_description: 'Site description',
  facebook_url: 'Facebook URL',
  twitter_url: 'X (Twitter) URL',
  maintenance_mode: 'Maintenance Mode',
  newsletter_enabled: 'Newsletter signup',
}
