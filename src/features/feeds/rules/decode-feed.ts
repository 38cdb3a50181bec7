import { decodeText } from '#kernel/decode-text.ts'

/** How much of a document is looked at for its XML declaration. */
const PROLOG_BYTES = 1024

/**
 * The text of a feed as it came over HTTP. Its encoding is told by the byte order mark, else by the Content-Type, else
 * by the XML declaration (RFC 7303 §3), each only if the bytes are valid in it; else it is UTF-8 if the bytes are
 * valid UTF-8, else windows-1252. Never throws.
 *
 * @param contentType the header's value, for example `text/xml; charset=utf-8`
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  return decodeText(bytes, [charsetOf(contentType ?? ''), encodingOf(bytes)].flatMap(knownEncoding))
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
