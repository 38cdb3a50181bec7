/** Older entries may have other actions. */
export const AUDIT_ACTIONS = [
  'ads.update',
  'article.create',
  'article.delete',
  'article.restore',
  'article.update',
  'audit-log.export',
  'backup-codes.renew',
  'campaign.cancel',
  'campaign.pause',
  'campaign.resume',
  'campaign.send',
  'feed.create',
  'feed.delete',
  'feed.import',
  'feed.refresh',
  'feed.update',
  'image.upload',
  'newsletter-settings.update',
  'page.update',
  'password.change',
  'password.reset',
  'sample-edition.remove',
  'second-factor.disable',
  'second-factor.enable',
  'session.end',
  'settings.update',
  'subscriber.activate',
  'subscriber.deactivate',
  'subscriber.export',
  'subscriber.import',
  'uncertain-letters.drop',
  'uncertain-letters.send',
  'user.promote',
  'user.role',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** In place of an email address. */
export const COMMAND_LINE_EMAIL = 'masthead command'
