import type { Role } from '#kernel/roles.ts'

/** Descriptions of the roles, shown where a role is selected. `capabilities.ts` defines the permissions. */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  admin: 'Can do everything, including users and settings.',
  editor: 'Publishes, edits and withdraws all articles, and manages the newsletter.',
  author: 'Writes own articles, reads all drafts, and submits articles for review.',
  contributor: 'Writes own drafts, submits them for review, and sees no other drafts.',
  user: 'Has no access to the back office.',
}
