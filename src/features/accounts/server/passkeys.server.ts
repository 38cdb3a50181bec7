import { and, desc, eq } from 'drizzle-orm'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { passkeys, sessions } from '#schema/accounts.ts'
import { passkeyAddedEmail, passkeyRemovedEmail } from '../rules/account-emails.ts'
import { errorResponse, jsonResponse, tooManyAttemptsResponse } from '../rules/auth-responses.ts'
import { forwardToAuth, withSession } from './auth-route.server.ts'
import { recordAccountChange } from './change-credentials.server.ts'
import { readSession, readStartedSession } from './current-session.server.ts'
import { clientNetworkOf, consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { endSession } from './sessions.server.ts'
import { notifyOwner } from './set-password.server.ts'
import { completeSignIn, recordRejectedSignIn, withRecentSession } from './sign-in.server.ts'

const MAX_PASSKEYS = 10
/** Each stores a challenge for five minutes. */
const CHALLENGES: RateLimit = { attempts: 30, seconds: 600 }
/** High, so that an attack from a few networks cannot prevent sign-ins with passkeys. */
const CHALLENGES_IN_TOTAL: RateLimit = { attempts: 20_000, seconds: 600 }

export type PasskeyResponse = Record<string, unknown>

/** `createdAt` is ISO 8601. */
export type Passkey = { id: string; name: string; createdAt: string }

async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
  return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? '', createdAt: createdAt.toISOString() }))
}

export function handleListPasskeys(request: Request): Promise<Response> {
  return withSession(request, async ({ account }) =>
    jsonResponse({ passkeys: await listPasskeys(db(), account.id) }),
  )
}

/** Responds with options for `navigator.credentials.create` (WebAuthn §5.4). */
export function startRegistration(request: Request): Promise<Response> {
  return withRecentSession(request, async ({ account }) => {
    const count = await db().$count(passkeys, eq(passkeys.userId, account.id))
    return count < MAX_PASSKEYS
      ? forwardToAuth(request)
      : errorResponse(
          409,
          phrase('An account can have {max} passkeys at most. Please remove one first.', {
            max: MAX_PASSKEYS,
          }),
        )
  })
}

export function finishRegistration(
  request: Request,
  { name, response }: { name: string; response: PasskeyResponse },
): Promise<Response> {
  return withRecentSession(request, async ({ account }) => {
    const registered = await forwardToAuth(request, { body: { name, response } })
    if (!registered.ok) return registered
    await recordAccountChange(request, account, 'passkey.create')
    notifyOwner(account.email, passkeyAddedEmail)
    return jsonResponse({ registered: true })
  })
}

/** Responds with options for `navigator.credentials.get` (WebAuthn §5.5). */
export async function startPasskeySignIn(request: Request): Promise<Response> {
  const action = 'passkey challenge'
  const retryAfter =
    (await consumeAttempt(db(), { action, subject: clientNetworkOf(request) }, CHALLENGES)) ??
    (await consumeAttempt(db(), { action, subject: 'total' }, CHALLENGES_IN_TOTAL))
  if (retryAfter) return tooManyAttemptsResponse(retryAfter)
  return forwardToAuth(request, { extend: () => ({ userVerification: 'required' }) })
}

/** Signs in. If the client has a session, confirms the identity and replaces the session. */
export async function finishPasskeySignIn(
  request: Request,
  body: { response: PasskeyResponse },
): Promise<Response> {
  const previous = await readSession(request.headers)
  const response = await forwardToAuth(request, { body })
  const started = response.ok ? await readStartedSession(response) : null
  if (!started) {
    await recordRejectedSignIn(request, response, undefined)
    return response
  }
  await db().update(sessions).set({ isPasskey: true }).where(eq(sessions.id, started.id))
  if (previous) await endSession(db(), { userId: previous.account.id, sessionId: previous.id })
  return completeSignIn(request, response, started.account)
}

export function deletePasskey(request: Request, { id }: { id: string }): Promise<Response> {
  return withRecentSession(request, async ({ account }) => {
    const { rowCount } = await db()
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, account.id)))
    if (!rowCount) return errorResponse(404, phrase('Passkey not found.'))
    await recordAccountChange(request, account, 'passkey.delete')
    notifyOwner(account.email, passkeyRemovedEmail)
    return jsonResponse({ removed: true })
  })
}
