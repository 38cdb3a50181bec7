/** Newsroom §3, by decreasing permissions. See `accounts/rules/access.ts`. */
export const ROLES = ['admin', 'editor', 'author', 'contributor', 'user'] as const

export type Role = (typeof ROLES)[number]
