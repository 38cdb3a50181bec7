import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { promisify } from 'node:util'
import { ArchiveError } from './archive-error.ts'

/** Followed by log2 of scrypt's N (1 byte), the salt, the nonce prefix and the MAC of all of these. */
export const ENCRYPTED_MAGIC = Buffer.from('MASTHEAD-ENCRYPTED-1\n')
const SALT_BYTES = 16
const PREFIX_BYTES = 7
const MAC_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536
const SETTINGS_BYTES = ENCRYPTED_MAGIC.length + 1 + SALT_BYTES + PREFIX_BYTES
const HEADER_BYTES = SETTINGS_BYTES + MAC_BYTES
/** OWASP's minimum for scrypt with r = 8 and p = 1: 128 MiB. */
const COST = 17
/** A forged header must not use more memory than this allows (256 MiB). */
const MAX_COST = 18
const BLOCK_SIZE = 8

const ALTERED = 'The backup is damaged: it was cut off or altered.'

/**
 * AES-256-GCM in chunks of 64 KiB; scrypt (RFC 7914) derives the keys. A nonce is a random prefix, the chunk's number
 * and whether it is the last (STREAM construction, Hoang et al.), so that chunks cannot be cut off, reordered or
 * repeated.
 *
 * @param options.cost log2 of scrypt's N, lower in tests
 */
export async function createEncryption(
  passphrase: string,
  { cost = COST }: { cost?: number | undefined } = {},
): Promise<Transform> {
  const settings = Buffer.concat([
    ENCRYPTED_MAGIC,
    Buffer.of(cost),
    randomBytes(SALT_BYTES),
    randomBytes(PREFIX_BYTES),
  ])
  const { key, macKey } = await deriveKeys(passphrase, settings)
  const nonceOf = createNonces(settings)
  const chunks = createChunks(CHUNK_BYTES)
  const seal = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(isLast))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  const encryption = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (const chunk of chunks.add(bytes)) this.push(seal(chunk, false))
      done()
    },
    flush(done) {
      this.push(seal(chunks.rest(), true))
      done()
    },
  })
  encryption.push(Buffer.concat([settings, macOf(macKey, settings)]))
  return encryption
}

/** Fails with an ArchiveError if the passphrase is wrong or anything was changed. */
export function createDecryption(passphrase: string): Transform {
  const chunks = createChunks(CHUNK_BYTES + TAG_BYTES)
  let header: Buffer = Buffer.alloc(0)
  let open: ((chunk: Buffer, isLast: boolean) => Buffer) | undefined

  async function readHeader(): Promise<typeof open> {
    const settings = header.subarray(0, SETTINGS_BYTES)
    const cost = settings[ENCRYPTED_MAGIC.length] ?? 0
    if (cost === 0 || cost > MAX_COST) throw new ArchiveError(ALTERED)
    const { key, macKey } = await deriveKeys(passphrase, settings)
    if (!timingSafeEqual(macOf(macKey, settings), header.subarray(SETTINGS_BYTES)))
      throw new ArchiveError('The passphrase does not match this backup.')
    const nonceOf = createNonces(settings)
    return (chunk, isLast) => {
      if (chunk.length < TAG_BYTES) throw new ArchiveError(ALTERED)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(isLast))
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        throw new ArchiveError(ALTERED)
      }
    }
  }

  async function decrypt(bytes: Buffer, push: (data: Buffer) => void): Promise<void> {
    const missing = HEADER_BYTES - header.length
    if (missing > 0) header = Buffer.concat([header, bytes.subarray(0, missing)])
    if (header.length < HEADER_BYTES) return
    open ??= await readHeader()
    for (const chunk of chunks.add(bytes.subarray(missing))) if (open) push(open(chunk, false))
  }

  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      decrypt(bytes, (data) => this.push(data)).then(() => done(), done)
    },
    flush(done: TransformCallback) {
      try {
        if (!open) throw new ArchiveError(ALTERED)
        done(null, open(chunks.rest(), true))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function deriveKeys(passphrase: string, settings: Buffer): Promise<{ key: Buffer; macKey: Buffer }> {
  const N = 2 ** (settings[ENCRYPTED_MAGIC.length] ?? 0)
  const salt = settings.subarray(ENCRYPTED_MAGIC.length + 1, ENCRYPTED_MAGIC.length + 1 + SALT_BYTES)
  const derived = await deriveKey(passphrase.normalize('NFC'), salt, 64, {
    N,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 256 * N * BLOCK_SIZE,
  })
  return { key: derived.subarray(0, 32), macKey: derived.subarray(32) }
}

function macOf(key: Buffer, settings: Buffer): Buffer {
  return createHmac('sha256', key).update(settings).digest()
}

function createNonces(settings: Buffer): (isLast: boolean) => Buffer {
  const prefix = settings.subarray(-PREFIX_BYTES)
  let number = 0
  return (isLast) => {
    const suffix = Buffer.alloc(5)
    suffix.writeUInt32BE(number)
    suffix[4] = Number(isLast)
    number += 1
    return Buffer.concat([prefix, suffix])
  }
}

/** Splits a stream into chunks of `size` bytes. `rest` is empty only if the stream is. */
function createChunks(size: number): { add(bytes: Buffer): Buffer[]; rest(): Buffer } {
  let pending: Buffer[] = []
  let length = 0
  return {
    add(bytes) {
      if (bytes.length <= 0) return []
      pending.push(bytes)
      length += bytes.length
      if (length <= size) return []
      const joined = Buffer.concat(pending)
      const count = Math.ceil(joined.length / size) - 1
      pending = [joined.subarray(count * size)]
      length = joined.length - count * size
      return Array.from({ length: count }, (_, index) => joined.subarray(index * size, (index + 1) * size))
    },
    rest: () => Buffer.concat(pending),
  }
}
