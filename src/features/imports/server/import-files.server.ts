import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#features/audit/server/record-audit.server.ts'
import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import { MAX_BYTES } from '#features/media/rules/media-kind.ts'
import { uploadNameOf, uploadUrl } from '#features/media/rules/variant.ts'
import { createSimilarImages } from '#features/media/server/similar-images.server.ts'
import { type AddedFile, storeUpload } from '#features/media/server/store-upload.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createContentDigest } from '#platform/files/content-digest.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { media } from '#schema/media.ts'
import type { ImportedImage, ImportSource } from '../rules/import-item.ts'
import { importedId, ledgerKey } from './import-ids.server.ts'
import { findItem, findSameFile, type RunningImport, recordItem } from './import-ledger.server.ts'

const TIMEOUT_MS = 60_000
/** Fetched files are kept in memory, unlike those of the export. */
const MAX_FETCHED_BYTES = 20_000_000
const MAX_STORED_BYTES = MAX_BYTES.video
/** The ledger has the others. */
const MAX_KNOWN = 2_000
/** The newest images of the library, with which those of an import are compared. */
const MAX_COMPARED = 50_000
const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif, audio/*, video/*'

/** A file of the library. */
export type PlacedFile = { kind: 'file'; url: string; mime: string; width: number; height: number }
/** `reason` is a sentence. */
export type MissingFile = { kind: 'missing'; reason: string }

/** Whether the file was added, and is an image. */
export function isImage(file: PlacedFile | MissingFile | null | undefined): file is PlacedFile {
  return file?.kind === 'file' && file.mime.startsWith('image/')
}

/** `isNew`: it was added with the texts of the first call. */
type FoundFile = (PlacedFile & { isNew?: true }) | MissingFile

type FileTexts = Partial<Pick<ImportedImage, 'alt' | 'caption' | 'credit'>>

/** Returns the file of the library for an image or recording of the source, which it adds once. */
export type ImportFile = (address: string, texts?: FileTexts) => Promise<PlacedFile | MissingFile>

/** Without an outbound, files that the export does not contain are missing. */
export type FileServices = { db: Db; bucket: Bucket; dir: string; outbound: Pick<Outbound, 'get'> | null }

/**
 * Adds files to the library: those of the export, and others from their address under the outbound guards. Files with the same
 * bytes are added once.
 */
export function createFileImport(
  { db, bucket, dir, outbound }: FileServices,
  by: Actor,
  running: RunningImport,
  source: Pick<ImportSource, 'readFile' | 'siteUrl'>,
  signal: AbortSignal,
): ImportFile {
  const known = new LRUCache<string, Promise<FoundFile>>({ max: MAX_KNOWN })
  let readingHashes: ReturnType<typeof readHashes> | undefined
  let makingFolder: Promise<unknown> | undefined

  return async (address, texts = {}) => {
    const absolute = URL.parse(address, source.siteUrl ?? undefined)
    if (absolute) absolute.hash = ''
    const key = ledgerKey(absolute?.href ?? address)
    const before = known.get(key)
    const placing =
      before ??
      place(key, address, absolute, texts).catch((error) => {
        known.delete(key)
        throw error
      })
    known.set(key, placing)
    const placed = await placing
    if (placed.kind === 'file' && (before || !placed.isNew)) await addTexts(placed.url, texts)
    return placed
  }

  async function place(key: string, address: string, url: URL | null, texts: FileTexts): Promise<FoundFile> {
    const before = await findItem(db, running.source, 'file', key)
    if (before?.ourId) {
      const file = await findFile(before.ourId)
      if (file) return file
    }
    if (before?.result === 'refused' && before.importId === running.id)
      return { kind: 'missing', reason: before.notes[0] ?? '' }
    const path = join(dir, randomUUID())
    makingFolder ??= mkdir(dir, { recursive: true })
    await makingFolder
    try {
      const written = await writeFile(address, url, path)
      if (typeof written === 'string') return await refuse(key, address, written)
      const entry = { kind: 'file', key, hash: written.hash, title: address } as const
      const same = await findSameFile(db, running.source, written.hash)
      const sameFile = same?.ourId ? await findFile(same.ourId) : undefined
      if (same && sameFile) {
        await recordItem(db, running, { ...entry, result: 'matched', ourId: same.ourId })
        return sameFile
      }
      const id = importedId(running.source, 'file', key)
      readingHashes ??= readHashes()
      const images = await readingHashes
      let added: AddedFile | undefined
      const record = async (tx: Db, file?: AddedFile) => {
        const similar = file?.perceptualHash ? images.find(file.perceptualHash) : undefined
        const notes = similar === undefined ? [] : [`It looks like ${similar} in the library.`]
        await recordItem(tx, running, { ...entry, result: 'created', ourId: id, notes })
        added = file
      }
      const { alt, caption, credit } = texts
      const upload = {
        ...{ path, id, name: nameOf(url, address), record },
        texts: { alt: alt ?? '', caption, credit, source: url?.href },
      }
      const stored = await storeUpload({ db, bucket }, by, upload, new Date())
      if (stored.kind === 'rejected') return await refuse(key, address, stored.reason)
      if (added) {
        if (added.perceptualHash) images.add(added.name, added.perceptualHash)
        return { ...placed(added), isNew: true }
      }
      // An earlier import has added it.
      await db.transaction((tx) => record(tx))
      return (await findFile(id)) ?? { kind: 'missing', reason: 'The file has been deleted.' }
    } finally {
      await rm(path, { force: true })
    }
  }

  /** @returns the SHA-256 of the bytes, or why there are none */
  async function writeFile(
    address: string,
    url: URL | null,
    path: string,
  ): Promise<{ hash: string } | string> {
    const included = await source.readFile(address)
    if (included) return copy(included, path)
    if (!url || !/^https?:$/.test(url.protocol)) return 'The export does not contain this file.'
    if (!outbound) return 'The export does not contain this file, and files are not fetched.'
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const outcome = await outbound.get(url.href, {
      accept: ACCEPT,
      maxBytes: MAX_FETCHED_BYTES,
      signal: timeout,
    })
    signal.throwIfAborted()
    switch (outcome.kind) {
      case 'ok':
        return copy([outcome.bytes], path)
      case 'http-error':
        return `The server responded with status ${outcome.status}.`
      case 'not-modified':
        return 'The server sent no file.'
      default:
        return `${outcome.reason}.`
    }
  }

  async function copy(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    path: string,
  ): Promise<{ hash: string } | string> {
    const digest = createContentDigest()
    const observed = digest.observe(limitSize(content))
    try {
      await pipeline(observed, createWriteStream(path, { flags: 'wx' }), { signal })
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error
      return `The file is larger than ${formatBytes(MAX_STORED_BYTES)}.`
    }
    return { hash: digest.finish().sha256 }
  }

  async function refuse(key: string, address: string, reason: string): Promise<MissingFile> {
    const entry = { kind: 'file', key, hash: '', title: address } as const
    await recordItem(db, running, { ...entry, result: 'refused', notes: [reason] })
    return { kind: 'missing', reason }
  }

  /** Images of one colour, whose hash is 0, are left out: they would all be similar. */
  async function readHashes() {
    const images = createSimilarImages()
    const { name, perceptualHash, createdAt } = media
    const rows = await db
      .select({ name, perceptualHash })
      .from(media)
      .where(isNotNull(perceptualHash))
      .orderBy(desc(createdAt))
      .limit(MAX_COMPARED)
    for (const row of rows) if (row.perceptualHash) images.add(row.name, row.perceptualHash)
    return images
  }

  async function findFile(id: string): Promise<PlacedFile | undefined> {
    const { name, mime, width, height } = media
    const [row] = await db.select({ name, mime, width, height }).from(media).where(eq(media.id, id))
    return row && placed(row)
  }

  /** Adds texts to those that are empty in the library. */
  async function addTexts(url: string, { alt, caption, credit }: FileTexts): Promise<void> {
    const given = Object.entries({ alt, caption, credit }).flatMap(([column, typed]) => {
      const name = column as 'alt' | 'caption' | 'credit'
      const text = clean(typed ?? '', TEXT_LIMITS[name])
      const isFree = sql`${media[name]} = ''`
      return text
        ? [{ name, text, isFree: name === 'alt' ? sql`(${isFree} and not ${media.isDecorative})` : isFree }]
        : []
    })
    if (given.length === 0) return
    const texts = given.map(({ name, text, isFree }) => [
      name,
      sql`case when ${isFree} then ${text} else ${media[name]} end`,
    ])
    await db
      .update(media)
      .set(Object.fromEntries(texts))
      .where(and(eq(media.name, uploadNameOf(url) ?? ''), or(...given.map(({ isFree }) => isFree))))
  }
}

function placed({ name, mime, width, height }: Omit<AddedFile, 'perceptualHash'>): PlacedFile {
  return { kind: 'file', url: uploadUrl(name), mime, width: width ?? 0, height: height ?? 0 }
}

class TooLargeError extends Error {}

async function* limitSize(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MAX_STORED_BYTES) throw new TooLargeError()
    yield chunk
  }
}

function clean(text: string, limit: number): string {
  return collapseSpace(storableText(text)).slice(0, limit).trim()
}

function nameOf(url: URL | null, address: string): string {
  return (url?.pathname ?? address).split('/').at(-1) ?? ''
}
