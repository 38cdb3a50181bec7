import { setTimeout as delay } from 'node:timers/promises'
import { findPublicSettings } from '#features/site/server/settings.server.ts'
import type { Courier } from '#platform/courier.server.ts'
import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import type { HandOver } from '#platform/judge-hand-over.ts'
import { cutStencil, type Own } from '#platform/letter-stencil.server.ts'
import { type ComposedMail, LONGEST_FAREWELL_MS, type MailEnv } from '#platform/mail.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { addressLetter } from '../rules/address-letter.ts'
import {
  type Claim,
  claimNext,
  deactivate,
  type Letter,
  markUncertain,
  nextDueIn,
  nextLetter,
  noteProgress,
  pauseForTrouble,
  settle,
  settleAndClaimNext,
} from './deliveries.server.ts'
import { findNewsletterSettings } from './newsletter-settings.server.ts'
import { type LinkSigner, openLinkSigner } from './signed-link.server.ts'

/** Open screens are told no more often than this, and a pause or another rate is noticed as soon. */
const ROUND_MS = 1_000
/** Without a nudge it looks for what is due this often. */
const IDLE_MS = 60_000
/** How long a letter that was not taken waits, by how often it was tried; after the last it has failed. */
const RETRY_SECONDS = [60, 300, 1_200, 3_600, 14_400]
/** How long it waits for a mail server, or a database, that is away. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

export type SenderOptions = {
  database: Pick<Database, 'db' | 'pool' | 'url'>
  courier: Courier
  mail: MailEnv
  /** Begins what is to be sent by the clock; called now and then by the one process that sends. */
  beginDue?: () => Promise<unknown>
  onError(message: string, error?: unknown): void
  retrySeconds?: readonly number[]
  /** How long its end may take, in milliseconds. */
  farewellMs?: number
}

type Trouble = Exclude<HandOver, { kind: 'sent' }>
/** A subscriber who has left since the campaign began. */
const LEFT = { kind: 'left' } as const

export type CampaignSender = { nudge(): void; stop(): Promise<void> }

/**
 * Sends campaigns for as long as the process lives. One process at a time does so, the one that holds a lock; another takes
 * over the moment that it ends. A letter is claimed, and that committed, before it is handed over, one after another: when
 * the process is killed, one letter at most is uncertain, and none is sent twice or left out.
 */
export function startCampaignSender(options: SenderOptions): CampaignSender {
  const { database, courier, onError } = options
  const ending = new AbortController()
  let woken = Promise.withResolvers<void>()
  let waitMs = FIRST_WAIT_MS

  const rest = (ms: number, signal: AbortSignal) =>
    Promise.race([delay(ms, undefined, { signal }).catch(() => {}), woken.promise])

  /** Longer each time; not even a nudge ends it, since what it has to tell is announced as well. */
  async function holdOff(signal: AbortSignal): Promise<void> {
    await delay(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  async function send(signal: AbortSignal): Promise<void> {
    const { db } = database
    const signer = await openLinkSigner(db)
    const lost = await markUncertain(db)
    if (lost > 0) onError('A letter of the newsletter is uncertain: the server ended while it was being sent')
    while (!signal.aborted) {
      woken = Promise.withResolvers<void>()
      await options.beginDue?.()
      const letter = await nextLetter(db)
      if (!letter) {
        courier.close()
        await rest(Math.min((await nextDueIn(db)) ?? IDLE_MS, IDLE_MS), signal)
        continue
      }
      const trouble = await sendRound(letter, signer, signal)
      await noteProgress(db, letter.campaignId, trouble?.reason ?? null)
      if (trouble?.kind === 'unreachable') await holdOff(signal)
      else waitMs = FIRST_WAIT_MS
    }
  }

  /** Sends letters for about a second. @returns what keeps it from going on, if something does */
  async function sendRound(
    letter: Letter,
    signer: LinkSigner,
    signal: AbortSignal,
  ): Promise<Trouble | undefined> {
    const { db, pool } = database
    const { campaignId } = letter
    const intervalMs = 1_000 / (await findNewsletterSettings(db)).rate
    const { siteName: fromName } = await findPublicSettings(db)
    const addressed = (own: Own) => addressLetter({ ...letter, fromName }, siteOrigin(), own)
    const stencil = await cutStencil(addressed, options.mail)
    const write = ({ id, email, subscriberId }: Claim) =>
      stencil({ to: email, token: signer.sign('unsubscribe', subscriberId), id: `${campaignId}.${id}` })
    const end = performance.now() + ROUND_MS
    const isOver = () => signal.aborted || performance.now() >= end
    let slot = performance.now()
    let claim = await claimNext(pool, campaignId)
    while (claim) {
      const outcome = claim.isActive ? await handOver(write, claim, campaignId) : LEFT
      if (outcome !== LEFT) slot = Math.max(slot + intervalMs, performance.now() - ROUND_MS)
      const pause = slot - performance.now()
      if (outcome.kind === 'sent' && pause <= 0 && !isOver()) {
        claim = await settleAndClaimNext(pool, campaignId, claim)
        continue
      }
      // Nothing is claimed while it waits: it would be uncertain without ever having been under way.
      const trouble = await conclude(letter, claim, outcome)
      if (trouble) return trouble
      if (pause > 0) await delay(pause, undefined, { signal }).catch(() => {})
      claim = isOver() ? undefined : await claimNext(pool, campaignId)
    }
    return undefined
  }

  async function handOver(
    write: (claim: Claim) => Promise<ComposedMail>,
    claim: Claim,
    campaignId: string,
  ): Promise<HandOver> {
    let composed: ComposedMail
    try {
      composed = await write(claim)
    } catch (error) {
      return { kind: 'refused', reason: `The letter cannot be written: ${(error as Error).message}` }
    }
    try {
      return await courier.handOver(composed, `newsletter-${campaignId}.${claim.id}`)
    } catch (error) {
      return { kind: 'unreachable', reason: (error as Error).message }
    }
  }

  /** Settles a letter by how it ended. @returns what keeps the next from being sent, if something does */
  async function conclude(
    { campaignId }: Letter,
    claim: Claim,
    outcome: HandOver | typeof LEFT,
  ): Promise<Trouble | undefined> {
    const { db } = database
    if (outcome.kind === 'gone') await deactivate(db, claim.subscriberId, `Refused: ${outcome.reason}`)
    if (outcome.kind === 'blocked') await pauseForTrouble(db, campaignId, outcome.reason)
    await settle(db, claim, settlementOf(outcome, claim.attempts))
    if (outcome.kind === 'sent' || outcome.kind === 'left') return undefined
    onError(`A letter of the newsletter was not sent: ${outcome.kind}, ${outcome.reason}`)
    return outcome.kind === 'unreachable' || outcome.kind === 'blocked' ? outcome : undefined
  }

  function settlementOf(outcome: HandOver | typeof LEFT, attempts: number) {
    if (outcome.kind === 'sent') return { state: 'sent' as const }
    if (outcome.kind === 'left') return { state: 'dropped' as const, reason: 'No longer active' }
    const { kind, reason } = outcome
    if (kind === 'uncertain') return { state: 'uncertain' as const, reason }
    if (kind === 'unreachable' || kind === 'blocked')
      return { state: 'queued' as const, reason, delaySeconds: 0, isAttempt: false }
    const delaySeconds = (options.retrySeconds ?? RETRY_SECONDS)[attempts - 1]
    if (kind === 'delayed' && delaySeconds !== undefined)
      return { state: 'queued' as const, reason, delaySeconds, isAttempt: true }
    return { state: 'failed' as const, reason }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        // Who holds it is the one process of a database that sends.
        await withAdvisoryLock(database.url, LOCK_KEYS.sendCampaigns, ending.signal, send)
      } catch (error) {
        if (ending.signal.aborted) return
        onError('The newsletter cannot be sent for the moment', error)
        await holdOff(ending.signal)
      }
    }
  }

  const running = run()
  return {
    /** Says that there may be something to send. */
    nudge: () => woken.resolve(),
    /** Ends it after the letter that is being handed over, which is uncertain where the mail server does not answer in time. */
    async stop() {
      ending.abort(new Error('The sender was stopped'))
      woken.resolve()
      const farewell = setTimeout(courier.abandon, options.farewellMs ?? LONGEST_FAREWELL_MS)
      await running
      clearTimeout(farewell)
      courier.close()
    },
  }
}
