/** What the verbs of actions mean to who reads them; one that is not here is shown as it is. */
const DONE: Record<string, string> = {
  activate: 'activated',
  add: 'added',
  change: 'changed',
  create: 'created',
  deactivate: 'deactivated',
  delete: 'deleted',
  demote: 'demoted',
  disable: 'disabled',
  enable: 'enabled',
  export: 'exported',
  import: 'imported',
  promote: 'promoted',
  publish: 'published',
  refresh: 'refreshed',
  remove: 'removed',
  reset: 'reset',
  restore: 'restored',
  revoke: 'revoked',
  role: 'given another role',
  send: 'sent',
  update: 'updated',
  upload: 'uploaded',
}

/** "Article updated", "Ad code: try out" @param action `noun.verb` */
export function describeAction(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const done = DONE[verb]
  return done ? `${describeKind(noun)} ${done}` : `${describeKind(noun)}: ${words(verb)}`
}

/** "Ad code" @param kind the noun of actions */
export function describeKind(kind: string): string {
  return capitalised(words(kind))
}

/** "Site name" of `siteName` or `site_name` */
export function describeField(name: string): string {
  return capitalised(words(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).toLowerCase())
}

/** A value of before or after, as text; null where there was none. */
export function describeValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function words(name: string): string {
  return name.replace(/[-_]+/g, ' ')
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
