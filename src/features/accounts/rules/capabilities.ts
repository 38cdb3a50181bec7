import type { Role } from '#kernel/roles.ts'

/** Named `noun.verb`. Each server function and route requires one (newsroom §3). */
export const CAPABILITIES = [
  'ads.manage',
  'analytics.read',
  /** `newsroom/rules/draft-access.ts` decides on each draft. */
  'article.write',
  'article.read-all',
  'article.edit-all',
  /** Includes schedules, approvals, corrections and withdrawals. */
  'article.publish',
  'audit.read',
  'feeds.manage',
  'image.upload',
  /** Includes subscribers. */
  'newsletter.manage',
  /** Enter the back office, and manage one's own account there. */
  'office.open',
  'pages.manage',
  'settings.manage',
  'topics.manage',
  'users.manage',
] as const

export type Capability = (typeof CAPABILITIES)[number]

const CONTRIBUTOR: readonly Capability[] = ['office.open', 'article.write', 'image.upload']
const AUTHOR: readonly Capability[] = [...CONTRIBUTOR, 'article.read-all']
const EDITOR: readonly Capability[] = [
  ...AUTHOR,
  'article.edit-all',
  'article.publish',
  'analytics.read',
  'newsletter.manage',
  'topics.manage',
]

const CAPABILITIES_OF: Record<Role, ReadonlySet<Capability>> = {
  admin: new Set(CAPABILITIES),
  editor: new Set(EDITOR),
  author: new Set(AUTHOR),
  contributor: new Set(CONTRIBUTOR),
  user: new Set(),
}

export function hasCapability({ role }: { role: Role }, capability: Capability): boolean {
  return CAPABILITIES_OF[role].has(capability)
}
