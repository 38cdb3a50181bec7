const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // The first "<" of UTF-16 (XML 1.0 appendix F.1).
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]

/**
 * Decodes by byte order mark, else as the first valid declared encoding, UTF-8 if nearly valid, or windows-1252.
 * Never throws.
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
  if (marked) return new TextDecoder(marked[1]).decode(bytes)
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

/** Accepts few broken characters, as after truncation. */
function decodeDamagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return whole > broken * 4 ? text : null
}
