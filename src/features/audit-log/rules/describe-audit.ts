import { AUDIT_ACTIONS, type AuditAction } from '#features/audit/rules/audit-actions.ts'
import { formatWithZone } from '#kernel/time/zoned-time.ts'

const DESCRIPTIONS: Record<AuditAction, string> = {
  'access.deny': 'Access denied',
  'ads.update': 'Ads updated',
  'article.approve': 'Article approved',
  'article.assign': 'Article assigned',
  'article.create': 'Article created',
  'article.delete': 'Article deleted',
  'article.live': 'Live coverage changed',
  'article.republish': 'Withdrawn article published again',
  'article.request-changes': 'Changes to an article requested',
  'article.restore': 'Article restored',
  'article.schedule': 'Publication scheduled',
  'article.schedule-withdrawal': 'Withdrawal scheduled',
  'article.submit': 'Article submitted for review',
  'article.topics': 'Topics of an article changed',
  'article.unschedule': 'Scheduled publication cancelled',
  'article.unschedule-withdrawal': 'Scheduled withdrawal cancelled',
  'article.update': 'Article updated',
  'article.withdraw': 'Article withdrawn',
  'audit-log.export': 'Audit log exported',
  'backup-codes.renew': 'Backup codes renewed',
  'breaking-bar.end': 'Breaking bar ended',
  'breaking-bar.show': 'Breaking bar shown',
  'campaign.cancel': 'Campaign cancelled',
  'campaign.pause': 'Campaign paused',
  'campaign.resume': 'Campaign resumed',
  'campaign.schedule': 'Campaign scheduled',
  'campaign.send': 'Campaign sent',
  'category.create': 'Category created',
  'category.merge': 'Categories merged',
  'category.move': 'Category moved in the menu',
  'category.update': 'Category updated',
  'phrase.replace': 'Phrase replaced',
  'phrase.reset': 'Phrase reset',
  'draft.create': 'Draft created',
  'draft.dismiss-feed-text': 'Newer text of the feed dismissed',
  'draft.name-revision': 'Revision named',
  'draft.restore-revision': 'Revision restored',
  'draft.update': 'Draft saved',
  'draft.use-feed-text': 'Text of the feed used',
  'feed.create': 'Feed created',
  'feed.delete': 'Feed deleted',
  'feed.import': 'Feeds imported',
  'feed.refresh': 'Feeds refreshed',
  'feed.update': 'Feed updated',
  'front.publish': 'Front published',
  'front.schedule': 'Publication of a front scheduled',
  'front.undo': 'Publication of a front undone',
  'front.unschedule': 'Publication of a front cancelled',
  'image.delete': 'Image deleted',
  'image.replace': 'File of an image replaced',
  'image.update': 'Image updated',
  'image.upload': 'Image uploaded',
  'import.check': 'Export checked',
  'import.delete': 'Import deleted',
  'import.finish': 'Import finished',
  'import.pause': 'Import paused',
  'import.start': 'Import started',
  'invitation.accept': 'Invitation accepted',
  'invitation.create': 'User invited',
  'invitation.resend': 'Invitation sent again',
  'invitation.revoke': 'Invitation revoked',
  'live-post.correct': 'Live post corrected',
  'live-post.create': 'Live post sent',
  'live-post.edit': 'Live post edited',
  'live-post.pin': 'Live post pinned',
  'live-post.publish': 'Live post published',
  'live-post.refuse': 'Live post refused',
  'live-post.restore': 'Withdrawn live post restored',
  'live-post.unpin': 'Live post unpinned',
  'live-post.withdraw': 'Live post withdrawn',
  'look.publish': 'Look published',
  'look.undo': 'Publication of a look undone',
  'newsletter-settings.update': 'Newsletter settings updated',
  'note.add': 'Note added',
  'note.delete': 'Note deleted',
  'note.edit': 'Note edited',
  'note.reopen': 'Note reopened',
  'note.resolve': 'Note resolved',
  'page.update': 'Page updated',
  'paper.export': 'Paper exported',
  'passkey.create': 'Passkey added',
  'passkey.delete': 'Passkey removed',
  'password.change': 'Password changed',
  'password.reset': 'Password reset',
  'person.create': 'Person created',
  'person.delete': 'Person deleted',
  'person.link': 'Byline linked to a person',
  'person.merge': 'Person merged',
  'person.unlink': 'Byline unlinked from a person',
  'person.update': 'Person updated',
  'preview-link.create': 'Preview link created',
  'preview-link.revoke': 'Preview link revoked',
  'redirect.create': 'Redirect created',
  'redirect.delete': 'Redirect deleted',
  'redirect.export': 'Redirects exported',
  'redirect.import': 'Redirects imported',
  'redirect.update': 'Redirect updated',
  'sample-edition.load': 'Sample edition loaded',
  'sample-edition.remove': 'Sample edition removed',
  'second-factor.disable': 'Two-factor authentication turned off',
  'second-factor.enable': 'Two-factor authentication turned on',
  'session.end': 'Session ended',
  'settings.update': 'Settings updated',
  'sign-in.fail': 'Sign-in failed',
  'sign-in.lock': 'Sign-in blocked after too many attempts',
  'sign-in.succeed': 'Signed in',
  'subscriber.activate': 'Subscriber activated',
  'subscriber.deactivate': 'Subscriber deactivated',
  'subscriber.delete': 'Subscriber deleted',
  'subscriber.export': 'Subscribers exported',
  'subscriber.export-one': 'Data of a subscriber exported',
  'subscriber.import': 'Subscribers imported',
  'topic.create': 'Topic created',
  'topic.delete': 'Topic deleted',
  'topic.merge': 'Topic merged',
  'topic.update': 'Topic updated',
  'uncertain-emails.drop': 'Uncertain emails dropped',
  'uncertain-emails.send': 'Uncertain emails sent',
  'user.name': 'Own name changed',
  'user.portrait': 'Own portrait changed',
  'user.promote': 'User made administrator',
  'user.reinstate': 'User reinstated',
  'user.remove': 'User removed',
  'user.role': 'User role changed',
  'user.suspend': 'User suspended',
}

/** Names an action, for example "Article updated" or, for older actions, "Ad code: update". */
export function describeAction(action: string): string {
  const known = AUDIT_ACTIONS.find((name) => name === action)
  if (known) return DESCRIPTIONS[known]
  const [noun = '', verb = ''] = action.split('.')
  return `${describeKind(noun)}: ${toWords(verb)}`
}

export function describeKind(kind: string): string {
  return capitalise(toWords(kind))
}

const SPELLINGS = new Map([
  ['url', 'URL'],
  ['html', 'HTML'],
  ['adsense', 'AdSense'],
])

/** Names a field, for example "Site name" for `siteName` or `site_name`. */
export function describeField(name: string): string {
  const words = toWords(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).toLowerCase()
  return capitalise(words.replace(/[a-z]+/g, (word) => SPELLINGS.get(word) ?? word))
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const LEVELS = [
  ['must', 'Required'],
  ['should', 'Recommended'],
  ['off', 'Off'],
] as const
const LEVEL_FIELDS = [
  'alt-text',
  'standfirst',
  'byline',
  'lead-image',
  'rights',
  'headline-length',
  'quotation-marks',
  'placeholder',
  'links',
  'blocking-notes',
]
/** Values of a field, as the screens of settings name them. */
const LABELS = new Map<string, ReadonlyMap<string, string>>([
  [
    'newArticles',
    new Map([
      ['hold', 'Hold for review'],
      ['publish', 'Publish automatically'],
    ]),
  ],
  [
    'digest',
    new Map([
      ['off', 'Never'],
      ['daily', 'Daily'],
      ['weekly', 'Weekly'],
    ]),
  ],
  ...LEVEL_FIELDS.map((field) => [field, new Map(LEVELS)] as const),
])

/** Null for empty values. */
export function describeValue(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? formatWithZone(new Date(value)) : (LABELS.get(field)?.get(value) ?? value)
}

function toWords(name: string): string {
  return name.replace(/[-_]+/g, ' ')
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
