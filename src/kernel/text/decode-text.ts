const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Decodes by byte order mark, else as the first valid declared encoding, UTF-8 if nearly valid, or windows-1252. Never
 * throws.
 *
 * @param declared names of the Encoding Standard
 * @param decodeOther for text in another encoding
 */
export function decodeText(
  bytes: Uint8Array,
  declared: readonly string[] = [],
  decodeOther = () => new TextDecoder('windows-1252').decode(bytes),
): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  const unicode = marked?.[1] ?? unmarkedUtf16(bytes)
  if (unicode) return new TextDecoder(unicode).decode(bytes)
  for (const encoding of [...declared, 'utf-8']) {
    const text = decodeStrictly(bytes, encoding)
    if (text !== null) return text
  }
  return decodeDamagedUtf8(bytes) ?? decodeOther()
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-16 that begins with two ASCII characters (XML 1.0 appendix F.1). */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const zeros = Array.from(bytes.subarray(0, 4), (byte) => (byte === 0 ? '0' : '1')).join('')
  return zeros === '1010' ? 'utf-16le' : zeros === '0101' ? 'utf-16be' : undefined
}

/** Accepts broken characters, as after truncation, and those of windows-1252, if a minority. */
function decodeDamagedUtf8(bytes: Uint8Array): string | null {
  // Omits a truncated last character.
  const text = new TextDecoder().decode(bytes, { stream: true })
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return whole > broken ? new TextDecoder().decode(encodeWindows1252(bytes)) : null
}

/**
 * A windows-1252 letter beside an ASCII letter, not in a sequence; a UTF-8 sequence, even incomplete; or windows-1252
 * punctuation. The most frequent first bytes of sequences do not count as letters.
 */
const PART =
  /((?<=[A-Za-z])[\xC4-\xE1\xE3-\xEF\xF1-\xFF](?![\x80-\xBF])|[\xC4-\xE1\xE3-\xEF\xF1-\xFF](?=[A-Za-z]))|[\xC2-\xDF][\x80-\xBF]?|[\xE0-\xEF][\x80-\xBF]{0,2}|[\xF0-\xF4][\x80-\xBF]{0,3}|([\x80-\x9F])/g

/** Encodes windows-1252 between UTF-8. */
function encodeWindows1252(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const encoded = text.replace(PART, (part, letter: string | undefined, punctuation: string | undefined) => {
    const single = letter ?? punctuation
    if (single === undefined) return part
    const character = new TextDecoder('windows-1252').decode(Buffer.from(single, 'latin1'))
    return Buffer.from(character).toString('latin1')
  })
  return Buffer.from(encoded, 'latin1')
}
