import { setTimeout as delay } from 'node:timers/promises'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { compileEmailTemplate, type RecipientFields } from '#platform/mail/email-template.server.ts'
import {
  type ComposedEmail,
  emailOutcomes,
  type MailEnv,
  SHUTDOWN_TIMEOUT_MS,
} from '#platform/mail/mail.server.ts'
import type { DeliveryResult, MailTransport } from '#platform/mail/mail-transport.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { personaliseEmail } from '../rules/personalise-email.ts'
import {
  type CampaignContent,
  type Claim,
  claimNext,
  deactivateSubscriber,
  findNextCampaign,
  markUncertain,
  millisecondsUntilDue,
  pauseCampaign,
  pauseWithdrawn,
  recordProgress,
  type Settlement,
  settle,
  settleAndClaimNext,
} from './deliveries.server.ts'
import { type LinkSigner, openLinkSigner } from './link-page.server.ts'
import { findNewsletterSettings } from './newsletter-settings.server.ts'

/** The longest delay until a pause or a new rate applies. */
const BATCH_MS = 1_000
/** The longest wait for `wake`. */
const IDLE_MS = 60_000
const RETRY_DELAYS_SECONDS = [60, 300, 1_200, 3_600, 14_400]
/** While the mail server or the database is unavailable. */
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000

export type SenderOptions = {
  database: Pick<Database, 'db' | 'pool' | 'directUrl'>
  transport: MailTransport
  mail: MailEnv
  /** Called before each batch, in the sending process only. */
  startDue?: () => Promise<unknown>
  onError(message: string, error?: unknown): void
  retryDelaysSeconds?: readonly number[]
  shutdownTimeoutMs?: number
}

type Failure = Exclude<DeliveryResult, { kind: 'sent' }>
/** Deactivated after the campaign started. */
const INACTIVE = { kind: 'inactive' } as const
type Outcome = DeliveryResult | typeof INACTIVE

export type CampaignSender = { wake(): void; stop(): Promise<void> }

/**
 * Sends due campaigns while this process holds an advisory lock. Claims each email before the delivery, so that a
 * killed process leaves at most one uncertain, and none is sent twice or skipped.
 */
export function startCampaignSender(options: SenderOptions): CampaignSender {
  const { database, transport, onError } = options
  const stopping = new AbortController()
  let wakeUp = Promise.withResolvers<void>()
  let backoffMs = MIN_BACKOFF_MS

  const idle = (ms: number, signal: AbortSignal) =>
    Promise.race([delay(ms, undefined, { signal }).catch(() => {}), wakeUp.promise])

  /** Ignores wake-ups, which recording a failure causes. */
  async function backOff(signal: AbortSignal): Promise<void> {
    await delay(backoffMs, undefined, { signal }).catch(() => {})
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
  }

  async function send(signal: AbortSignal): Promise<void> {
    const { db } = database
    const signer = await openLinkSigner(db)
    const interrupted = await markUncertain(db)
    if (interrupted > 0) onError('A newsletter email is uncertain: the server stopped while sending it')
    while (!signal.aborted) {
      wakeUp = Promise.withResolvers<void>()
      await options.startDue?.()
      await pauseWithdrawn(db)
      const campaign = await findNextCampaign(db)
      if (!campaign) {
        transport.close()
        await idle(Math.min((await millisecondsUntilDue(db)) ?? IDLE_MS, IDLE_MS), signal)
        continue
      }
      const failure = await sendBatch(campaign, signer, signal)
      await recordProgress(db, campaign.campaignId, failure?.reason ?? null)
      if (failure?.kind === 'unreachable') await backOff(signal)
      else backoffMs = MIN_BACKOFF_MS
    }
  }

  /** @returns the failure that prevents further emails, if any */
  async function sendBatch(
    campaign: CampaignContent,
    signer: LinkSigner,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { db, pool } = database
    const { campaignId } = campaign
    const intervalMs = 1_000 / (await findNewsletterSettings(db)).rate
    const { siteName: fromName } = await findPublicSettings(db)
    const messageFor = (recipient: RecipientFields) =>
      personaliseEmail({ ...campaign, fromName }, siteOrigin(), recipient)
    const render = await compileEmailTemplate(messageFor, options.mail)
    const compose = ({ id, email, subscriberId }: Claim) =>
      render({ to: email, token: signer.sign('unsubscribe', subscriberId), id: `${campaignId}.${id}` })
    const end = performance.now() + BATCH_MS
    const isOver = () => signal.aborted || performance.now() >= end
    let nextSlot = performance.now()
    let claim = await claimNext(pool, campaignId)
    while (claim) {
      const outcome = claim.isActive ? await deliver(compose, claim, campaignId) : INACTIVE
      if (outcome !== INACTIVE) nextSlot = Math.max(nextSlot + intervalMs, performance.now() - BATCH_MS)
      const pauseMs = nextSlot - performance.now()
      if (outcome.kind === 'sent' && pauseMs <= 0 && !isOver()) {
        claim = await settleAndClaimNext(pool, campaignId, claim)
        continue
      }
      // Never claim before a pause: an exit would leave an unsent email uncertain.
      const failure = await settleOutcome(campaignId, claim, outcome)
      if (failure) return failure
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => {})
      claim = isOver() ? undefined : await claimNext(pool, campaignId)
    }
    return undefined
  }

  async function deliver(
    compose: (claim: Claim) => Promise<ComposedEmail>,
    claim: Claim,
    campaignId: string,
  ): Promise<DeliveryResult> {
    let email: ComposedEmail
    try {
      email = await compose(claim)
    } catch (error) {
      return { kind: 'refused', reason: `The email cannot be composed: ${(error as Error).message}` }
    }
    try {
      const result = await transport.deliver(email, `newsletter-${campaignId}.${claim.id}`)
      emailOutcomes[result.kind === 'sent' ? 'sent' : 'failed'] += 1
      return result
    } catch (error) {
      return { kind: 'unreachable', reason: (error as Error).message }
    }
  }

  async function settleOutcome(
    campaignId: string,
    claim: Claim,
    outcome: Outcome,
  ): Promise<Failure | undefined> {
    const { db } = database
    if (outcome.kind === 'gone')
      await deactivateSubscriber(db, claim.subscriberId, `Rejected: ${outcome.reason}`)
    if (outcome.kind === 'blocked') await pauseCampaign(db, campaignId, outcome.reason)
    await settle(db, claim, settlementOf(outcome, claim.attempts))
    if (outcome.kind === 'sent' || outcome.kind === 'inactive') return undefined
    onError(`A newsletter email was not sent: ${outcome.kind}, ${outcome.reason}`)
    return outcome.kind === 'unreachable' || outcome.kind === 'blocked' ? outcome : undefined
  }

  function settlementOf(outcome: Outcome, attempts: number): Settlement {
    if (outcome.kind === 'sent') return { state: 'sent' }
    if (outcome.kind === 'inactive') return { state: 'dropped', reason: 'No longer active' }
    const { kind, reason } = outcome
    if (kind === 'uncertain') return { state: 'uncertain', reason }
    if (kind === 'unreachable' || kind === 'blocked')
      return { state: 'queued', reason, delaySeconds: 0, isAttempt: false }
    const delaySeconds = (options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS)[attempts - 1]
    if (kind === 'delayed' && delaySeconds !== undefined)
      return { state: 'queued', reason, delaySeconds, isAttempt: true }
    return { state: 'failed', reason }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await withAdvisoryLock(database.directUrl, LOCK_KEYS.sendCampaigns, stopping.signal, send)
      } catch (error) {
        if (stopping.signal.aborted) return
        onError('The newsletter cannot be sent at the moment', error)
        await backOff(stopping.signal)
      }
    }
  }

  const running = run()
  return {
    wake: () => wakeUp.resolve(),
    /** The current email is uncertain if the mail server does not reply in time. */
    async stop() {
      stopping.abort(new Error('The sender was stopped'))
      wakeUp.resolve()
      const timeout = setTimeout(transport.abort, options.shutdownTimeoutMs ?? SHUTDOWN_TIMEOUT_MS)
      await running
      clearTimeout(timeout)
      transport.close()
    },
  }
}
