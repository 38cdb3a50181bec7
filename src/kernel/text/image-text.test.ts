import { expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { imageText } from './image-text.ts'

it.each(['🇳🇴', '👩🏽‍🚀', '☎️ 📠', '🦰'])('keeps %s, which consists of emoji', (alt) => {
  expect(imageText({ alt })).toBe(alt)
})

it.each(['7', '#1', 'A bridge', '🌉 a bridge', ''])('ignores %j, which is no emoji', (alt) => {
  expect(imageText({ alt })).toBe('')
})

it('reads a long row of flags and hair in linear time', () => {
  expect(processorMs(() => imageText({ alt: `${'🇳'.repeat(99)}x` }))).toBeLessThan(100)
  expect(processorMs(() => imageText({ alt: `${'🦰'.repeat(99)}x` }))).toBeLessThan(100)
})
