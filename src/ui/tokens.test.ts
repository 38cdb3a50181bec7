import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '#kernel/contrast.ts'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Colors by name: one for light mode, one for dark mode. */
const colors = new Map(
  [...tokens.matchAll(/--color-([a-z\d-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
)

const PAIRS = [
  ...['ink', 'muted', 'accent'].flatMap((text) => [
    { text, background: 'paper' },
    { text, background: 'wash' },
  ]),
  { text: 'on-brand', background: 'brand' },
]

describe.each(['light', 'dark'] as const)('in %s mode', (scheme) => {
  it.each(PAIRS)('$text on $background has sufficient contrast (WCAG 1.4.3)', ({ text, background }) => {
    const [front, back] = [colors.get(text), colors.get(background)]
    expect(contrast(front?.[scheme] ?? '', back?.[scheme] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it.each([1, 2, 3, 4, 5, 6])('series %i of a chart can be seen on paper (WCAG 1.4.11)', (series) => {
    const [front, back] = [colors.get(`chart-${series}`), colors.get('paper')]
    expect(contrast(front?.[scheme] ?? '', back?.[scheme] ?? '')).toBeGreaterThanOrEqual(3)
  })
})
