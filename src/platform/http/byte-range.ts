/** Both ends are included. */
export type ByteRange = { start: number; end: number }

/** Lists of ranges are ignored, as RFC 9110 §14.2 permits. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * Reads a `Range` header (RFC 9110 §14.1.2).
 *
 * @param size of the whole file in bytes
 * @returns undefined to send the whole file, null if no byte of the range exists
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first, last] = RANGE.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : null
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}
