import sharp from 'sharp'

/** Bits that differ between copies of an image in other sizes or qualities, at most. */
export const MAX_DISTANCE = 6

const COLUMNS = 9
const ROWS = 8

/**
 * The difference hash (dHash): whether each of 8×8 areas is brighter than its right neighbour. Sizes, formats and small
 * corrections change few of its bits.
 *
 * @returns 64 bits as a signed number, as PostgreSQL stores it
 */
export async function perceptualHash(image: Uint8Array): Promise<bigint> {
  const pixels = await sharp(image)
    .flatten({ background: 'white' })
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS - 1; column += 1) {
      const place = row * COLUMNS + column
      bits = (bits << 1n) | ((pixels[place] ?? 0) > (pixels[place + 1] ?? 0) ? 1n : 0n)
    }
  return BigInt.asIntN(64, bits)
}
