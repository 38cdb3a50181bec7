/** How much of a document is looked at for its XML declaration. */
const PROLOG_BYTES = 1024

const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // UTF-16 without a mark, told by how "<" is written (XML 1.0 appendix F.1).
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]

/**
 * The text of a feed as it came over HTTP. Its encoding is told by the byte order mark, else by the Content-Type, else
 * by the XML declaration (RFC 7303 §3), each only if the bytes are valid in it; else it is UTF-8 if the bytes are
 * valid UTF-8, else windows-1252. Never throws.
 *
 * @param contentType the header's value, for example `text/xml; charset=utf-8`
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked[1]).decode(bytes)

  const declared = [charsetOf(contentType ?? ''), encodingOf(bytes)].flatMap(knownEncoding)
  for (const encoding of [...declared, 'utf-8']) {
    const text = decodeStrictly(bytes, encoding)
    if (text !== null) return text
  }
  return decodeDamagedUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const prolog = new TextDecoder('windows-1252').decode(bytes.subarray(0, PROLOG_BYTES))
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(prolog)?.[1]
}

/**
 * The encoding that a label stands for, if it says anything. Latin-1 (which the Encoding Standard reads as
 * windows-1252) is what servers stamp on everything and fits all bytes: it counts as undeclared, after UTF-8. UTF-16
 * would have been told by its first bytes.
 */
function knownEncoding(label: string | undefined): string[] {
  if (label === undefined) return []
  try {
    const { encoding } = new TextDecoder(label)
    return encoding === 'windows-1252' || encoding.startsWith('utf-16') ? [] : [encoding]
  } catch {
    return []
  }
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8 in which a few characters are broken (cut by careless software): far more are whole than not. */
function decodeDamagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return whole > broken * 4 ? text : null
}
