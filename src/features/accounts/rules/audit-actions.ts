/** Older entries may have other actions. */
export const AUDIT_ACTIONS = [
  'access.deny',
  'ads.update',
  'article.approve',
  'article.assign',
  'article.create',
  'article.delete',
  'article.republish',
  'article.request-changes',
  'article.restore',
  'article.schedule',
  'article.submit',
  'article.topics',
  'article.unschedule',
  'article.update',
  'article.withdraw',
  'audit-log.export',
  'backup-codes.renew',
  'campaign.cancel',
  'campaign.pause',
  'campaign.resume',
  'campaign.send',
  'draft.create',
  'draft.name-revision',
  'draft.restore-revision',
  'draft.update',
  'feed.create',
  'feed.delete',
  'feed.import',
  'feed.refresh',
  'feed.update',
  'image.upload',
  'invitation.accept',
  'invitation.create',
  'invitation.resend',
  'invitation.revoke',
  'newsletter-settings.update',
  'note.add',
  'note.delete',
  'note.edit',
  'note.reopen',
  'note.resolve',
  'page.update',
  'passkey.create',
  'passkey.delete',
  'password.change',
  'password.reset',
  'sample-edition.load',
  'sample-edition.remove',
  'second-factor.disable',
  'second-factor.enable',
  'session.end',
  'settings.update',
  'sign-in.fail',
  'sign-in.lock',
  'sign-in.succeed',
  'subscriber.activate',
  'subscriber.deactivate',
  'subscriber.export',
  'subscriber.import',
  'topic.create',
  'topic.delete',
  'topic.update',
  'uncertain-emails.drop',
  'uncertain-emails.send',
  'user.promote',
  'user.role',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export type SecurityAction = Extract<AuditAction, `sign-in.${string}` | `access.${string}`>

/** Replaces the email address of the actor. */
export const COMMAND_LINE_EMAIL = 'masthead command'
/** If the account that scheduled a publication was deleted. */
export const SCHEDULE_EMAIL = 'scheduled publication'
export const FETCH_EMAIL = 'feed fetch'
export const VISITOR_EMAIL = 'visitor'
/** The subject of events without a known account. */
export const UNKNOWN_ACCOUNT = 'unknown account'
