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
  const bands = Array.from({ length: BANDS }, () => new Map<bigint, Entry[]>())
  let count = 0

  return {
    add(name: string, hash: bigint): void {
      if (count >= MAX_IMAGES) return
      count += 1
      const entry = { name, hash: BigInt.asUintN(HASH_BITS, hash) }
      for (const [band, entries] of bands.entries()) {
        const part = partOf(entry.hash, band)
        const same = entries.get(part)
        if (!same) entries.set(part, [entry])
        else if (same.length < MAX_BUCKET_SIZE) same.push(entry)
      }
    },
    /** Returns the name of the most similar image; undefined if it has no near-duplicate. */
    find(hash: bigint): string | undefined {
      const own = BigInt.asUintN(HASH_BITS, hash)
      let best: { name: string; distance: number } | undefined
      for (const [band, entries] of bands.entries())
        for (const entry of entries.get(partOf(own, band)) ?? []) {
          const distance = countBits(own ^ entry.hash)
          if (distance <= MAX_DISTANCE && distance < (best?.distance ?? BANDS))
            best = { name: entry.name, distance }
        }
      return best?.name
    },
  }
}

type Entry = { name: string; hash: bigint }

function partOf(hash: bigint, band: number): bigint {
  const [start, end] = [band, band + 1].map((at) => Math.floor((at * HASH_BITS) / BANDS))
  return BigInt.asUintN((end ?? 0) - (start ?? 0), hash >> BigInt(start ?? 0))
}

function countBits(bits: bigint): number {
  let count = 0
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count += 1
  return count
}
