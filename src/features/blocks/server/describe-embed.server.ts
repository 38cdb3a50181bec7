import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { Account } from '#features/access/rules/access.ts'
import { consumeAttempt, type RateLimit } from '#features/accounts/server/rate-limit.server.ts'
import { uploadNameOf, uploadUrl } from '#features/media/rules/variant.ts'
import { isSupportedImage, resizeImage } from '#features/media/server/resize-image.server.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { embeds } from '#schema/embeds.ts'
import {
  describeMap,
  type EmbedDescription,
  type EmbedImage,
  type FoundDescription,
  readOembed,
  readOpenGraph,
} from '../rules/embed-description.ts'
import {
  EMBED_PROVIDERS,
  type Embed,
  parseEmbed,
  shortAddressProvider,
  unsupportedEmbed,
} from '../rules/embed-providers.ts'

/** For all requests about one embed. */
const TIMEOUT_MS = 10_000
const MAX_OEMBED_BYTES = 200_000
const MAX_PAGE_BYTES = 3_000_000
const MAX_IMAGE_BYTES = 5_000_000
const MAX_CONCURRENT = 4
const PER_ACCOUNT: RateLimit = { attempts: 30, seconds: 60 }
/** Then the provider is asked again. */
const FRESH_MS = DAY_MS

/** `reason` is a sentence. */
export type DescribedEmbed =
  | { kind: 'described'; embed: EmbedDescription }
  /** The address is known, and can be shown alone. */
  | { kind: 'failed'; address: string; reason: string }
  | { kind: 'refused'; reason: string }

export type EmbedDescriber = {
  /**
   * Asks the provider, unless it was asked within a day.
   *
   * @param text an address, which may have spaces around it
   *
   * @throws TooBusyError above the limit of the account
   */
  find(by: Pick<Account, 'id'>, text: string, now: Date): Promise<DescribedEmbed>
}

type Source = { kind: 'oembed' | 'page'; url: string } | { kind: 'address' }

/** Returns the address to request for the description of an embed. */
export function embedSource(embed: Embed): Source {
  if (embed.kind === 'map') return { kind: 'address' }
  const provider: { oembed?: string } = EMBED_PROVIDERS[embed.provider]
  if (!provider.oembed) return { kind: 'page', url: embed.address }
  const url = new URL(provider.oembed)
  url.searchParams.set('url', embed.address)
  return { kind: 'oembed', url: url.href }
}

/** Requests descriptions and preview images under the outbound guards. */
export function createEmbedDescriber({
  db,
  outbound,
  bucket,
  requireSpace,
  sourceOf = embedSource,
  timeoutMs = TIMEOUT_MS,
}: {
  db: Db
  outbound: Pick<Outbound, 'get'>
  bucket: Pick<Bucket, 'put' | 'has'>
  /** Rejects with ENOSPC while the disk of `bucket` is low. */
  requireSpace(): Promise<void>
  sourceOf?: (embed: Embed) => Source
  timeoutMs?: number
}): EmbedDescriber {
  const requests = createSemaphore(MAX_CONCURRENT)

  async function followShort(text: string, signal: AbortSignal): Promise<Embed | string> {
    const outcome = await outbound.get(text.trim(), {
      accept: 'text/html',
      maxBytes: 0,
      skipBody: true,
      signal,
    })
    if (outcome.kind !== 'ok') return failureOf(outcome, phrase('The short address'))
    const url = URL.parse(outcome.url)
    // Asks for consent in the European Union.
    const target = url?.hostname === 'consent.google.com' ? url.searchParams.get('continue') : outcome.url
    return (
      parseEmbed(target ?? '') ?? phrase('The short address does not lead to a page that can be embedded.')
    )
  }

  async function request(embed: Embed, signal: AbortSignal): Promise<FoundDescription | string> {
    const source = sourceOf(embed)
    const { name } = EMBED_PROVIDERS[embed.provider]
    if (source.kind === 'address') return describeMap(embed)
    const isPage = source.kind === 'page'
    const outcome = await outbound.get(source.url, {
      accept: isPage ? 'text/html' : 'application/json',
      maxBytes: isPage ? MAX_PAGE_BYTES : MAX_OEMBED_BYTES,
      signal,
    })
    if (outcome.kind !== 'ok') return failureOf(outcome, name)
    const body = decodeText(outcome.bytes)
    const found = isPage ? readOpenGraph(embed, body, outcome.url) : readOembed(embed, body)
    return found ?? phrase('{name} said nothing about this address.', { name })
  }

  /** Null if it cannot be loaded: a card needs no image. */
  async function storeImage(
    embed: Embed,
    url: string | null,
    signal: AbortSignal,
  ): Promise<EmbedImage | null> {
    if (url === null) return null
    const accept = 'image/avif, image/webp, image/png, image/jpeg, image/gif'
    const outcome = await outbound.get(url, { accept, maxBytes: MAX_IMAGE_BYTES, signal })
    if (outcome.kind !== 'ok' || !(await isSupportedImage(outcome.bytes))) return null
    const isWide = embed.kind === 'video' || embed.kind === 'graphic'
    const variant = isWide
      ? ({ ratio: '16:9', width: 960, format: 'webp' } as const)
      : ({ ratio: '1:1', width: 320, format: 'webp' } as const)
    const bytes = await resizeImage(outcome.bytes, variant)
    if (!bytes) return null
    const { width, height } = await sharp(bytes).metadata()
    await requireSpace()
    const name = `embed-${randomUUID()}.webp`
    await bucket.put(name, bytes)
    return { url: uploadUrl(name), width, height }
  }

  async function store({ provider }: Embed, description: EmbedDescription, now: Date): Promise<void> {
    const { address, title, author, text, image } = description
    const row = {
      provider,
      title,
      author,
      text,
      imageUrl: image?.url ?? null,
      imageWidth: image?.width ?? null,
      imageHeight: image?.height ?? null,
      fetchedAt: now,
    }
    await db
      .insert(embeds)
      .values({ address, ...row })
      .onConflictDoUpdate({ target: embeds.address, set: row })
  }

  async function readStored(address: string): Promise<(EmbedDescription & { fetchedAt: Date }) | null> {
    const [row] = await db.select().from(embeds).where(eq(embeds.address, address))
    if (!row) return null
    const { title, author, text, imageUrl, imageWidth, imageHeight, fetchedAt } = row
    const name = imageUrl === null ? undefined : uploadNameOf(imageUrl)
    // The sweep of unused uploads may have deleted it.
    const hasImage = name !== undefined && (await bucket.has(name))
    const image =
      hasImage && imageUrl && imageWidth && imageHeight
        ? { url: imageUrl, width: imageWidth, height: imageHeight }
        : null
    return { address, title, author, text, image, fetchedAt: name && !hasImage ? new Date(0) : fetchedAt }
  }

  async function ask(embed: Embed, signal: AbortSignal, now: Date): Promise<EmbedDescription | string> {
    const found = await request(embed, signal)
    if (typeof found === 'string') return found
    const { imageUrl, ...text } = found
    const image = await storeImage(embed, imageUrl, signal)
    const description = { address: embed.address, ...text, image }
    await store(embed, description, now)
    return description
  }

  /** Returns a sentence if the time ends before the work begins. */
  async function inTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | string> {
    return requests.run(work, signal).catch((error) => {
      if (signal.aborted) return tooSlow()
      throw error
    })
  }

  return {
    async find(by, text, now) {
      const parsed = parseEmbed(text)
      if (!parsed && !shortAddressProvider(text)) return { kind: 'refused', reason: unsupportedEmbed() }
      if ((await consumeAttempt(db, { action: 'describe-embed', subject: by.id }, PER_ACCOUNT)) !== null)
        throw new TooBusyError('Too many embeds. Wait a minute and try again.')
      const signal = AbortSignal.timeout(timeoutMs)
      const embed = parsed ?? (await inTime(signal, () => followShort(text, signal)))
      if (typeof embed === 'string') return { kind: 'refused', reason: embed }
      const { address } = embed
      const stored = await readStored(address)
      if (stored && now.getTime() - stored.fetchedAt.getTime() < FRESH_MS) return described(stored)
      const asked = await inTime(signal, () => ask(embed, signal, now))
      if (typeof asked !== 'string') return described(asked)
      // The original may be removed.
      return stored ? described(stored) : { kind: 'failed', address, reason: asked }
    },
  }
}

function described({ address, title, author, text, image }: EmbedDescription): DescribedEmbed {
  return { kind: 'described', embed: { address, title, author, text, image } }
}

const tooSlow = () => phrase('The server did not respond in time.')

function failureOf(outcome: Exclude<OutboundOutcome, { kind: 'ok' }>, name: string): string {
  if (outcome.kind === 'http-error')
    return phrase('{name} responded with status {status}. The original may be removed or not public.', {
      name,
      status: outcome.status,
    })
  if (outcome.kind === 'not-modified') return phrase('{name} responded without a document.', { name })
  return outcome.kind === 'failed' && outcome.stopped ? tooSlow() : `${outcome.reason}.`
}

let current: EmbedDescriber | undefined

/** Called at startup. */
export function setEmbedDescriber(describer: EmbedDescriber | undefined): void {
  current = describer
}

export function embedDescriber(): EmbedDescriber {
  if (!current) throw new Error('No embed describer is set')
  return current
}
