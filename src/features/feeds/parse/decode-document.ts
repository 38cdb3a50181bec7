import { isUtf8 } from 'node:buffer'
import { detect } from 'chardet'
import iconv from 'iconv-lite'
import { decodeText } from '#kernel/text/decode-text.ts'

const PROLOG_BYTES = 1024
const DETECTION_BYTES = 64 * 1024

/**
 * Uses the byte order mark, Content-Type, XML declaration (RFC 7303 §3) or meta element, else UTF-8, else statistics. Evident UTF-8 wins, since some
 * servers re-encode a document, but not its declaration. Never throws.
 */
export function decodeDocument(bytes: Uint8Array, contentType: string | null): string {
  const utf32 = UTF_32.find(({ marks }) => marks.some((mark) => mark.every((byte, at) => bytes[at] === byte)))
  if (utf32) return iconv.decode(bytes, utf32.encoding)
  const declared = [charsetOf(contentType ?? ''), encodingOf(bytes)].filter((label) => label !== undefined)
  const known = declared.flatMap((label) => strictEncoding(label) ?? [])
  const isReencoded = known.some((encoding) => encoding !== 'utf-8') && isEvidentlyUtf8(bytes)
  return decodeText(bytes, isReencoded ? [] : known, () => decodeLegacy(bytes, declared))
}

/** Fewer may be valid by chance. */
const MIN_CHARACTERS = 4
/** RFC 3629 §3: the first byte of a character that is not ASCII. */
const FIRST_LEAD_BYTE = 0xc0
const MAX_CHARACTER_BYTES = 4

/** ISO-2022-JP is valid UTF-8 too, but only ASCII. */
function isEvidentlyUtf8(bytes: Uint8Array): boolean {
  if (!isUtf8(withoutCutCharacter(bytes))) return false
  let characters = 0
  for (const byte of bytes) if (byte >= FIRST_LEAD_BYTE && ++characters === MIN_CHARACTERS) return true
  return false
}

function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.subarray(-MAX_CHARACTER_BYTES).findLastIndex((byte) => byte >= FIRST_LEAD_BYTE)
  if (start === -1) return bytes
  const whole = bytes.subarray(0, Math.max(0, bytes.length - MAX_CHARACTER_BYTES) + start)
  return isUtf8(bytes.subarray(whole.length)) ? bytes : whole
}

/** Byte order marks, and a first "<" without one (XML 1.0 appendix F.1). */
const UTF_32 = [
  {
    encoding: 'utf-32le',
    marks: [
      [0xff, 0xfe, 0, 0],
      [0x3c, 0, 0, 0],
    ],
  },
  {
    encoding: 'utf-32be',
    marks: [
      [0, 0, 0xfe, 0xff],
      [0, 0, 0, 0x3c],
    ],
  },
]

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const prolog = new TextDecoder('windows-1252').decode(bytes.subarray(0, PROLOG_BYTES))
  // Server output or a comment may precede it.
  const declaration = /<\?xml\s[^<>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(prolog)
  return (declaration ?? /<meta\s[^<>]*?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(prolog))?.[1]
}

/** Ignores Latin-1, a common wrong default, and UTF-16 without a byte order mark. */
function strictEncoding(label: string): string | undefined {
  const encoding = standardEncoding(label)
  return encoding === 'windows-1252' || encoding?.startsWith('utf-16') ? undefined : encoding
}

function standardEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Decodes bytes by the declared encoding, even if they are invalid in it, or else by statistics. */
function decodeLegacy(bytes: Uint8Array, declared: readonly string[]): string {
  for (const label of declared) {
    const encoding = standardEncoding(label)
    if (encoding !== undefined && !encoding.startsWith('utf-')) return new TextDecoder(encoding).decode(bytes)
    if (encoding === undefined && isLegacyEncoding(label)) return iconv.decode(bytes, label)
  }
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/** They have letters and quotation marks instead of the control characters of ISO. */
const WINDOWS_VARIANTS: Readonly<Record<string, string>> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
}

/** Fewer make statistics meaningless. */
const MIN_LETTERS = 8

function detectEncoding(bytes: Uint8Array): string {
  // Tags look like English words.
  const text = Buffer.from(bytes.subarray(0, DETECTION_BYTES))
    .toString('latin1')
    .replace(/<[^<>]*>/g, ' ')
  if ((text.match(/[^\p{ASCII}]/gu)?.length ?? 0) < MIN_LETTERS) return 'windows-1252'
  const detected = standardEncoding(detect(Buffer.from(text, 'latin1')) ?? '') ?? 'windows-1252'
  if (detected.startsWith('utf-')) return 'windows-1252'
  return (/[\x80-\x9f]/.test(text) && WINDOWS_VARIANTS[detected]) || detected
}

/** Excludes Unicode encodings, in which a declaration could not be read, and the library's own such as "base64". */
function isLegacyEncoding(label: string): boolean {
  return !/utf|ucs|unicode|^(?:base64|hex|binary)$/i.test(label) && iconv.encodingExists(label)
}
