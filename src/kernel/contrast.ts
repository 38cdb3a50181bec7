/** The backgrounds of light and dark pages on which text has the least contrast: `wash` in ui/tokens.css. */
const LIGHT_BACKGROUND = '#f7f4ef'
const DARK_BACKGROUND = '#1c1a18'
/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5
/** Text on dark pages looks thinner. */
const DARK_CONTRAST = 7

/** Returns red, green and blue, from 0 to 255. */
function parse(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function format(rgb: readonly number[]): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the relative luminance, from 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = parse(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Mixes as little black or white into a colour as its contrast requires. */
function reach(colour: string, goal: { background: string; ratio: number; towards: 0 | 255 }): string {
  const rgb = parse(colour)
  for (let percent = 0; percent <= 100; percent += 1) {
    const mixed = format(rgb.map((value) => value + ((goal.towards - value) * percent) / 100))
    if (contrast(mixed, goal.background) >= goal.ratio) return mixed
  }
  return goal.towards === 0 ? '#000000' : '#ffffff'
}

export function isReadable(colour: string): boolean {
  return contrast(colour, LIGHT_BACKGROUND) >= MIN_CONTRAST
}

/** Returns the nearest darker colour that is readable on light pages; the colour itself if it is. */
export function nearestReadable(colour: string): string {
  return reach(colour, { background: LIGHT_BACKGROUND, ratio: MIN_CONTRAST, towards: 0 })
}

/** Derives the colour for dark pages, which is readable there. */
export function toDarkColour(colour: string): string {
  return reach(colour, { background: DARK_BACKGROUND, ratio: DARK_CONTRAST, towards: 255 })
}
