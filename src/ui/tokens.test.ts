import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Colors by name: one for light mode, one for dark mode. */
const colors = new Map(
  [...tokens.matchAll(/--color-([a-z\d-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
)

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const PAIRS = [
  ...['ink', 'muted', 'accent', 'sport', 'showbiz', 'politics'].flatMap((text) => [
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
