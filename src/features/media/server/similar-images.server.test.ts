import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSimilarImages } from './similar-images.server.ts'

const hashes = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

it('finds an image that differs in six bits or fewer, wherever they are', () => {
  fc.assert(
    fc.property(
      hashes,
      fc.uniqueArray(fc.nat(63), { maxLength: 12 }),
      fc.array(hashes, { maxLength: 5 }),
      (hash, changed, others) => {
        const images = createSimilarImages()
        images.add('one', hash)
        const copy = changed.reduce((bits, place) => bits ^ (1n << BigInt(place)), BigInt.asUintN(64, hash))
        expect(images.find(BigInt.asIntN(64, copy))).toBe(changed.length <= 6 ? 'one' : undefined)
        for (const [index, other] of others.entries()) images.add(`other ${index}`, other)
        expect(images.find(hash)).toBe('one')
      },
    ),
  )
})

it('names the most similar of several', () => {
  const images = createSimilarImages()
  images.add('far', 0b1111n)
  images.add('near', 0b1n)
  expect(images.find(0n)).toBe('near')
})
