import { phrase } from '#kernel/text/phrase.ts'
import type { GeneralSetting } from '../rules/general-settings.ts'

export const settingLabels = (): Record<GeneralSetting, string> => ({
  site_name: phrase('Site name'),
  contact_email: phrase('Contact email'),
  custom_domain: phrase('Custom domain'),
  site_description: phrase('Site description'),
  time_zone: phrase('Time zone'),
  locale: phrase('Language and region'),
  week_start: phrase('First day of the week'),
  facebook_url: phrase('Facebook URL'),
  twitter_url: phrase('X (Twitter) URL'),
  maintenance_mode: phrase('Maintenance Mode'),
  newsletter_enabled: phrase('Newsletter signup'),
  feeds_full_text: phrase('Full text in feeds'),
  feed_images: phrase('Show images in texts from feeds'),
})
