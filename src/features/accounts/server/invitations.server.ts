import { desc, eq, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Role } from '#kernel/roles.ts'
import type { Db } from '#platform/database/db.server.ts'
import { invitations, users } from '#schema/accounts.ts'
import { siteSettings } from '#schema/site.ts'
import { invitationEmail } from '../rules/account-emails.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { queueEmail, siteHost, tokenUrl } from './send-email.server.ts'
import { deletePendingVerifications } from './sessions.server.ts'
import { setPassword } from './set-password.server.ts'

const TOKEN_SECONDS = 7 * 86_400
const MAX_PENDING = 100
const PER_MAILBOX: RateLimit = { attempts: 5, seconds: 3600 }
const PER_INVITER: RateLimit = { attempts: 30, seconds: 3600 }

type Inviter = Pick<Account, 'id' | 'email'>

/** Times are ISO 8601. `invitedBy` is a name; null if deleted. */
export type Invitation = {
  id: string
  email: string
  role: Role
  invitedBy: string | null
  sentAt: string
  isExpired: boolean
}

export type InviteOutcome =
  | { kind: 'sent' }
  | { kind: 'known' }
  /** Too many pending invitations. */
  | { kind: 'full' }
  /** Too many emails. */
  | { kind: 'limited' }

/** Replaces an earlier invitation to the address. */
export async function inviteAccount(
  db: Db,
  { by, email, role }: { by: Inviter; email: string; role: Role },
): Promise<InviteOutcome> {
  if ((await db.$count(users, eq(users.email, email))) > 0) return { kind: 'known' }
  if (await isLimited(db, by, email)) return { kind: 'limited' }
  const issued = await db.transaction(async (tx) => {
    // Concurrent invitations must not exceed the maximum.
    await tx.execute(sql`lock table ${invitations} in share row exclusive mode`)
    const isPending = (await tx.$count(invitations, eq(invitations.email, email))) > 0
    if (!isPending && (await tx.$count(invitations)) >= MAX_PENDING) return undefined
    const link = { role, invitedBy: by.id, sentAt: sql`now()`, expiresAt: EXPIRY }
    const [invitation] = await tx
      .insert(invitations)
      .values({ email, ...link })
      .onConflictDoUpdate({ target: invitations.email, set: link })
      .returning()
    if (!invitation) return undefined
    const changes = { role: { from: null, to: role } }
    await recordAudit(tx, { by, action: 'invitation.create', subject: email, changes })
    return issueLink(tx, invitation, by)
  })
  if (!issued) return { kind: 'full' }
  sendLink(issued)
  return { kind: 'sent' }
}

export async function resendInvitation(
  db: Db,
  { by, id }: { by: Inviter; id: string },
): Promise<{ kind: 'sent' | 'limited' | 'missing' }> {
  const [found] = await db.select().from(invitations).where(eq(invitations.id, id))
  if (!found) return { kind: 'missing' }
  if (await isLimited(db, by, found.email)) return { kind: 'limited' }
  const issued = await db.transaction(async (tx) => {
    const [invitation] = await tx
      .update(invitations)
      .set({ invitedBy: by.id, sentAt: sql`now()`, expiresAt: EXPIRY })
      .where(eq(invitations.id, id))
      .returning()
    if (!invitation) return undefined
    await recordAudit(tx, { by, action: 'invitation.resend', subject: invitation.email })
    return issueLink(tx, invitation, by)
  })
  if (!issued) return { kind: 'missing' }
  sendLink(issued)
  return { kind: 'sent' }
}

/** @returns false if already accepted or revoked */
export async function revokeInvitation(db: Db, { by, id }: { by: Inviter; id: string }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [revoked] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!revoked) return false
    await deletePendingVerifications(tx, id)
    await recordAudit(tx, { by, action: 'invitation.revoke', subject: revoked.email })
    return true
  })
}

/** Newest first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const { id, email, role, sentAt, expiresAt } = invitations
  const rows = await db
    .select({
      id,
      email,
      role,
      sentAt,
      invitedBy: users.name,
      isExpired: sql<boolean>`${expiresAt} <= now()`,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .orderBy(desc(sentAt), desc(id))
    .limit(MAX_PENDING)
  return rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() }))
}

export type Acceptance = { kind: 'accepted'; email: string } | { kind: 'invalid' } | { kind: 'known' }

/** @throws WeakPasswordError, which leaves the link valid */
export async function acceptInvitation(
  db: Db,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<Acceptance> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const id = await consumeToken(tx, 'invitation', token)
    if (id === undefined) return { kind: 'invalid' }
    const [invitation] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!invitation) return { kind: 'invalid' }
    const { email, role } = invitation
    if (!(await mayInvite(tx, invitation.invitedBy))) return { kind: 'invalid' }
    const [user] = await tx
      .insert(users)
      .values({ name, email, role, emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) return { kind: 'known' }
    await setPassword(tx, user.id, { password, hash })
    const changes = { role: { from: null, to: role } }
    const by = { id: user.id, email }
    await recordAudit(tx, { by, action: 'invitation.accept', subjectId: user.id, subject: email, changes })
    return { kind: 'accepted', email }
  })
}

/** Invitations by people who may no longer manage users give no role. */
async function mayInvite(tx: Db, inviter: string | null): Promise<boolean> {
  if (inviter === null) return false
  // Until the invitation is accepted, nobody takes the role away.
  const [user] = await tx.select().from(users).where(eq(users.id, inviter)).for('share')
  return user !== undefined && !user.banned && hasCapability(user, 'users.manage')
}

const EXPIRY = sql`now() + make_interval(secs => ${TOKEN_SECONDS})`

async function isLimited(db: Db, by: Inviter, email: string): Promise<boolean> {
  const isInviterLimited = await consumeAttempt(db, { action: 'invite', subject: by.id }, PER_INVITER)
  if (isInviterLimited !== null) return true
  return (await consumeAttempt(db, { action: 'invitation', subject: email }, PER_MAILBOX)) !== null
}

type IssuedLink = { email: string; role: Role; link: string; inviter: string; paper: string }

/** Invalidates earlier links. */
async function issueLink(
  tx: Db,
  { id, email, role }: { id: string; email: string; role: Role },
  by: Inviter,
): Promise<IssuedLink> {
  await deletePendingVerifications(tx, id)
  const token = await issueToken(tx, 'invitation', { value: id, seconds: TOKEN_SECONDS })
  const [inviter] = await tx.select({ name: users.name }).from(users).where(eq(users.id, by.id))
  const [site] = await tx.select().from(siteSettings).where(eq(siteSettings.settingName, 'site_name'))
  const link = tokenUrl('/admin/invitation', token)
  return {
    email,
    role,
    link,
    inviter: inviter?.name ?? by.email,
    paper: site?.settingValue.trim() || siteHost(),
  }
}

/** Call after the transaction. */
function sendLink({ email, ...invitation }: IssuedLink): void {
  queueEmail(
    async () => ({ to: email, ...invitationEmail({ host: siteHost(), ...invitation }) }),
    'An invitation',
  )
}
