import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, nearestReadable, toDarkColour } from '#kernel/contrast.ts'
import { DEFAULT_SERVED_LOOK } from '#kernel/look.ts'
import { compileLook } from './compile-look.ts'
import { FONT_FILES } from './font-files.ts'
import { DEFAULT_LOOK, lookForm, PAIRINGS } from './look.ts'

const MIN_CONTRAST = 4.5
const tokens = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8')

/** Returns the colours of the rules, by token: the later rule wins. */
function readTokens(css: string) {
  const colours = new Map<string, { light: string; dark: string }>()
  for (const [, name = '', light, dark, both] of css.matchAll(
    /--color-([a-z\d-]+): ?(?:light-dark\((#\w{6}), ?(#\w{6})\)|(#\w{6}))/g,
  ))
    colours.set(name, { light: light ?? both ?? '', dark: dark ?? both ?? '' })
  return colours
}

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const image = fc.record({
  hash: fc.stringMatching(/^[\da-f]{64}$/),
  width: fc.integer({ min: 1, max: 1_600 }),
  height: fc.integer({ min: 1, max: 192 }),
})
const typedLook = fc.record({
  accent: colour,
  pairing: fc.constantFrom(...PAIRINGS),
  header: fc.constantFrom('left', 'centred'),
  headerBackground: fc.constantFrom('accent', 'page'),
  density: fc.constantFrom('comfortable', 'compact'),
  hasDate: fc.boolean(),
  hasSummaries: fc.boolean(),
  tagline: fc.string({ unit: 'binary', maxLength: 60 }),
  footerLine: fc.string({ unit: 'binary', maxLength: 60 }),
  wordmark: fc.option(image),
  darkWordmark: fc.option(image),
  icon: fc.option(image),
})

it('lookForm keeps no-break spaces of the tagline, and no other space at its ends', () => {
  const tagline = (typed: string) => lookForm.parse({ ...DEFAULT_LOOK, tagline: typed }).tagline
  expect(tagline(' Le journal\u202f:  «\u00a0tout\u00a0»\n')).toBe('Le journal\u202f: «\u00a0tout\u00a0»')
  expect(tagline('\u00a0 ')).toBe('')
})

describe('compileLook', () => {
  it('adds nothing to pages with the default look', () => {
    expect(compileLook(DEFAULT_LOOK, FONT_FILES)).toEqual(DEFAULT_SERVED_LOOK)
  })

  it('keeps all texts readable in light and dark, whatever is chosen (WCAG 1.4.3)', () => {
    fc.assert(
      fc.property(typedLook, colour, (typed, category) => {
        const parsed = lookForm.safeParse(typed)
        // A colour that is too light is refused, with one that is accepted.
        const look = parsed.success
          ? parsed.data
          : lookForm.parse({ ...typed, accent: nearestReadable(typed.accent) })
        const colours = readTokens(tokens + compileLook(look, FONT_FILES).css)
        const section = nearestReadable(category)
        colours.set('category', { light: section, dark: toDarkColour(section) })
        for (const scheme of ['light', 'dark'] as const) {
          const of = (name: string) => colours.get(name)?.[scheme] ?? ''
          for (const text of ['ink', 'muted', 'accent', 'category'])
            for (const ground of ['paper', 'wash'])
              expect(
                contrast(of(text), of(ground)),
                `${text} on ${ground}, ${scheme}`,
              ).toBeGreaterThanOrEqual(MIN_CONTRAST)
          expect(contrast(of('on-brand'), of('brand')), `header, ${scheme}`).toBeGreaterThanOrEqual(
            MIN_CONTRAST,
          )
        }
      }),
    )
  })

  it('refuses a colour that is too light, and names the nearest that is accepted', () => {
    const { error } = lookForm.safeParse({ ...DEFAULT_LOOK, accent: '#ffcc00' })
    const [, nearest = ''] = / is (#\w{6})\.$/.exec(error?.issues[0]?.message ?? '') ?? []
    expect(lookForm.parse({ ...DEFAULT_LOOK, accent: nearest }).accent).toBe(nearest)
  })

  it('writes texts that can end neither the string nor the style', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant('"}</style><script>alert(1)</script>'),
          typedLook.map(({ tagline }) => tagline),
        ),
        (tagline) => {
          const look = lookForm.parse({ ...DEFAULT_LOOK, header: 'centred', tagline })
          const { css } = compileLook(look, FONT_FILES)
          const [, string = ''] = /::before\{content:"([^"]*)"/.exec(css) ?? []
          expect(css).not.toMatch(/<|\n/)
          const read = string.replace(/\\([\da-f]+) /g, (_, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          )
          expect(read).toBe(look.tagline)
        },
      ),
    )
  })
})
