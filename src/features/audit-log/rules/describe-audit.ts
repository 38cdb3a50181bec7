import { AUDIT_ACTIONS, type AuditAction } from '#features/audit/rules/audit-actions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatWithZone } from '#kernel/time/zoned-time.ts'

const descriptions = (): Record<AuditAction, string> => ({
  'access.deny': phrase('Access denied'),
  'ads.update': phrase('Ads updated'),
  'article.approve': phrase('Article approved'),
  'article.assign': phrase('Article assigned'),
  'article.create': phrase('Article created'),
  'article.delete': phrase('Article deleted'),
  'article.live': phrase('Live coverage changed'),
  'article.republish': phrase('Withdrawn article published again'),
  'article.request-changes': phrase('Changes to an article requested'),
  'article.restore': phrase('Article restored'),
  'article.schedule': phrase('Publication scheduled'),
  'article.schedule-withdrawal': phrase('Withdrawal scheduled'),
  'article.submit': phrase('Article submitted for review'),
  'article.topics': phrase('Topics of an article changed'),
  'article.unschedule': phrase('Scheduled publication cancelled'),
  'article.unschedule-withdrawal': phrase('Scheduled withdrawal cancelled'),
  'article.update': phrase('Article updated'),
  'article.withdraw': phrase('Article withdrawn'),
  'audit-log.export': phrase('Audit log exported'),
  'backup-codes.renew': phrase('Backup codes renewed'),
  'breaking-bar.end': phrase('Breaking bar ended'),
  'breaking-bar.show': phrase('Breaking bar shown'),
  'campaign.cancel': phrase('Campaign cancelled'),
  'campaign.pause': phrase('Campaign paused'),
  'campaign.resume': phrase('Campaign resumed'),
  'campaign.schedule': phrase('Campaign scheduled'),
  'campaign.send': phrase('Campaign sent'),
  'category.create': phrase('Category created'),
  'category.merge': phrase('Categories merged'),
  'category.move': phrase('Category moved in the menu'),
  'category.update': phrase('Category updated'),
  'phrase.replace': phrase('Phrase replaced'),
  'phrase.reset': phrase('Phrase reset'),
  'draft.create': phrase('Draft created'),
  'draft.dismiss-feed-text': phrase('Newer text of the feed dismissed'),
  'draft.name-revision': phrase('Revision named'),
  'draft.restore-revision': phrase('Revision restored'),
  'draft.update': phrase('Draft saved'),
  'draft.use-feed-text': phrase('Text of the feed used'),
  'feed.create': phrase('Feed created'),
  'feed.delete': phrase('Feed deleted'),
  'feed.import': phrase('Feeds imported'),
  'feed.refresh': phrase('Feeds refreshed'),
  'feed.update': phrase('Feed updated'),
  'front.publish': phrase('Front published'),
  'front.schedule': phrase('Publication of a front scheduled'),
  'front.undo': phrase('Publication of a front undone'),
  'front.unschedule': phrase('Publication of a front cancelled'),
  'image.delete': phrase('Image deleted'),
  'image.replace': phrase('File of an image replaced'),
  'image.update': phrase('Image updated'),
  'image.upload': phrase('Image uploaded'),
  'import.check': phrase('Export checked'),
  'import.delete': phrase('Import deleted'),
  'import.finish': phrase('Import finished'),
  'import.pause': phrase('Import paused'),
  'import.start': phrase('Import started'),
  'invitation.accept': phrase('Invitation accepted'),
  'invitation.create': phrase('User invited'),
  'invitation.resend': phrase('Invitation sent again'),
  'invitation.revoke': phrase('Invitation revoked'),
  'live-post.correct': phrase('Live post corrected'),
  'live-post.create': phrase('Live post sent'),
  'live-post.edit': phrase('Live post edited'),
  'live-post.pin': phrase('Live post pinned'),
  'live-post.publish': phrase('Live post published'),
  'live-post.refuse': phrase('Live post refused'),
  'live-post.restore': phrase('Withdrawn live post restored'),
  'live-post.unpin': phrase('Live post unpinned'),
  'live-post.withdraw': phrase('Live post withdrawn'),
  'look.publish': phrase('Look published'),
  'look.undo': phrase('Publication of a look undone'),
  'newsletter-settings.update': phrase('Newsletter settings updated'),
  'note.add': phrase('Note added'),
  'note.delete': phrase('Note deleted'),
  'note.edit': phrase('Note edited'),
  'note.reopen': phrase('Note reopened'),
  'note.resolve': phrase('Note resolved'),
  'page.update': phrase('Page updated'),
  'paper.export': phrase('Paper exported'),
  'passkey.create': phrase('Passkey added'),
  'passkey.delete': phrase('Passkey removed'),
  'password.change': phrase('Password changed'),
  'password.reset': phrase('Password reset'),
  'person.create': phrase('Person created'),
  'person.delete': phrase('Person deleted'),
  'person.link': phrase('Byline linked to a person'),
  'person.merge': phrase('Person merged'),
  'person.unlink': phrase('Byline unlinked from a person'),
  'person.update': phrase('Person updated'),
  'preview-link.create': phrase('Preview link created'),
  'preview-link.revoke': phrase('Preview link revoked'),
  'redirect.create': phrase('Redirect created'),
  'redirect.delete': phrase('Redirect deleted'),
  'redirect.export': phrase('Redirects exported'),
  'redirect.import': phrase('Redirects imported'),
  'redirect.update': phrase('Redirect updated'),
  'sample-edition.load': phrase('Sample edition loaded'),
  'sample-edition.remove': phrase('Sample edition removed'),
  'second-factor.disable': phrase('Two-factor authentication turned off'),
  'second-factor.enable': phrase('Two-factor authentication turned on'),
  'session.end': phrase('Session ended'),
  'settings.update': phrase('Settings updated'),
  'sign-in.fail': phrase('Sign-in failed'),
  'sign-in.lock': phrase('Sign-in blocked after too many attempts'),
  'sign-in.succeed': phrase('Signed in'),
  'subscriber.activate': phrase('Subscriber activated'),
  'subscriber.deactivate': phrase('Subscriber deactivated'),
  'subscriber.delete': phrase('Subscriber deleted'),
  'subscriber.export': phrase('Subscribers exported'),
  'subscriber.export-one': phrase('Data of a subscriber exported'),
  'subscriber.import': phrase('Subscribers imported'),
  'topic.create': phrase('Topic created'),
  'topic.delete': phrase('Topic deleted'),
  'topic.merge': phrase('Topic merged'),
  'topic.update': phrase('Topic updated'),
  'uncertain-emails.drop': phrase('Uncertain emails dropped'),
  'uncertain-emails.send': phrase('Uncertain emails sent'),
  'user.name': phrase('Own name changed'),
  'user.portrait': phrase('Own portrait changed'),
  'user.promote': phrase('User made administrator'),
  'user.reinstate': phrase('User reinstated'),
  'user.remove': phrase('User removed'),
  'user.role': phrase('User role changed'),
  'user.suspend': phrase('User suspended'),
})

/** Names an action, for example "Article updated" or, for older actions, "Ad code: update". */
export function describeAction(action: string): string {
  const known = AUDIT_ACTIONS.find((name) => name === action)
  if (known) return descriptions()[known]
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
const levels = () =>
  [
    ['must', phrase('Required')],
    ['should', phrase('Recommended')],
    ['off', phrase('Off')],
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
const labels = () =>
  new Map<string, ReadonlyMap<string, string>>([
    [
      'newArticles',
      new Map([
        ['hold', phrase('Hold for review')],
        ['publish', phrase('Publish automatically')],
      ]),
    ],
    [
      'digest',
      new Map([
        ['off', phrase('Never')],
        ['daily', phrase('Daily')],
        ['weekly', phrase('Weekly')],
      ]),
    ],
    ...LEVEL_FIELDS.map((field) => [field, new Map(levels())] as const),
  ])

/** Null for empty values. */
export function describeValue(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? phrase('Yes') : phrase('No')
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? formatWithZone(new Date(value)) : (labels().get(field)?.get(value) ?? value)
}

function toWords(name: string): string {
  return name.replace(/[-_]+/g, ' ')
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
