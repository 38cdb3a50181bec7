import type { Role } from '#kernel/roles.ts'

/** What a role may do, for people who choose one. The capabilities are in `capabilities.ts`. */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  admin: 'Can do everything, including users and settings.',
  editor: 'Publishes, edits and withdraws all articles, and manages the newsletter.',
  author: 'Writes own articles, reads all drafts, and submits articles for review.',
  contributor: 'Writes own drafts, submits them for review, and sees no other drafts.',
  user: 'Has no access to the back office.',
}
