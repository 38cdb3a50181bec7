import { MAX_DISTANCE } from './perceptual-hash.server.ts'

/** Hashes that differ in fewer bits than this are equal in at least one of as many bands. */
const BANDS = MAX_DISTANCE + 1
const HASH_BITS = 64
/** Limits the comparisons, since an import may contain many copies. Evenly distributed, 70,000 images are 140 in each bucket. */
const MAX_BUCKET_SIZE = 1_000
/** Limits memory to about 25 MB. Later images are compared only with these. */
const MAX_IMAGES = 100_000

/** Finds near-duplicates by their perceptual hashes, without comparing each image with all. */
export function createSimilarImages() {
  const bands = Array.from({ length: BANDS }, () => new Map<number, Entry[]>())
  let count = 0

  return {
    add(name: string, hash: bigint): void {
      if (count >= MAX_IMAGES) return
      count += 1
      const entry = { name, halves: halvesOf(hash) }
      for (const [band, entries] of bands.entries()) {
        const part = partOf(hash, band)
        const same = entries.get(part)
        if (!same) entries.set(part, [entry])
        else if (same.length < MAX_BUCKET_SIZE) same.push(entry)
      }
    },
    /** Returns the name of the most similar image; undefined if it has no near-duplicate. */
    find(hash: bigint): string | undefined {
      const [high, low] = halvesOf(hash)
      let best: { name: string; distance: number } | undefined
      for (const [band, entries] of bands.entries())
        for (const { name, halves } of entries.get(partOf(hash, band)) ?? []) {
          const distance = countBits(high ^ halves[0]) + countBits(low ^ halves[1])
          if (distance <= MAX_DISTANCE && distance < (best?.distance ?? BANDS)) best = { name, distance }
        }
      return best?.name
    },
  }
}

/** Numbers of 32 bits are compared several times as fast as a bigint. */
type Halves = readonly [high: number, low: number]
type Entry = { name: string; halves: Halves }

function halvesOf(hash: bigint): Halves {
  return [Number(BigInt.asIntN(32, hash >> 32n)), Number(BigInt.asIntN(32, hash))]
}

function partOf(hash: bigint, band: number): number {
  const [start = 0, end = 0] = [band, band + 1].map((at) => Math.floor((at * HASH_BITS) / BANDS))
  return Number(BigInt.asUintN(end - start, BigInt.asUintN(HASH_BITS, hash) >> BigInt(start)))
}

/** Sums pairs, then groups of four, then bytes of bits. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
