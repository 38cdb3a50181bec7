import { phrase } from '#kernel/text/phrase.ts'
import type { Pairing } from './look.ts'

/** The addresses of the font files, which the build names. */
export type FontFiles = Record<'bitter' | 'franklin', { latin: string; latinExt: string; italic: string }>

type TypePairing = {
  name: () => string
  description: () => string
  /** The family of headlines, for a sample. */
  sample: string
  /** The font that pages load: undefined for the default one, null for none. At most as large as Newsreader, 58 kB. */
  font: LoadedFont | null | undefined
  /** The rules beyond the readers' style sheet. */
  css: string
}

/** The ranges of ui/fonts.css. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

/** Ascent and descent in em. */
type LoadedFont = {
  file: keyof FontFiles
  family: string
  ascent: number
  descent: number
  fallbacks: Fallback[]
}

/** Writes the rules that load the font of a pairing, and those of its fallbacks. */
export function writeFontFaces(pairing: Pairing, files: FontFiles): string {
  const { font } = TYPE_PAIRINGS[pairing]
  return font ? loadedFaces(font.family, files[font.file]) + fallbackFaces(font) : ''
}

function loadedFaces(family: string, { latin, latinExt, italic }: FontFiles[keyof FontFiles]): string {
  const face = (url: string, range: string, style = '') =>
    `@font-face{font-family:"${family}";${style}font-weight:200 800;font-display:swap;src:url("${url}") format("woff2");unicode-range:${range}}`
  return face(latin, LATIN) + face(latinExt, LATIN_EXT) + face(italic, LATIN, 'font-style:italic;')
}

/** A font that readers have. `widths`: of a sample text in the own font, in percent of this one, regular and bold. */
type Fallback = { name: string; regular: string[]; bold: string[]; widths: [regular: number, bold: number] }

/** Writes fonts with the metrics of another, to prevent a layout shift, as in ui/fonts.css. */
function fallbackFaces({ family, ascent, descent, fallbacks }: LoadedFont): string {
  const face = (name: string, weight: string, files: string[], width: number) => {
    const percent = (share: number) => `${((share / width) * 1e4).toFixed(1)}%`
    const src = files.map((file) => `local("${file}")`).join()
    return `@font-face{font-family:"${family} ${name}";font-weight:${weight};src:${src};size-adjust:${width}%;ascent-override:${percent(ascent)};descent-override:${percent(descent)};line-gap-override:0%}`
  }
  return fallbacks
    .map(
      ({ name, regular, bold, widths }) =>
        face(name, '200 500', regular, widths[0]) + face(name, '501 800', bold, widths[1]),
    )
    .join('')
}

const FRANKLIN_FALLBACKS: Fallback[] = [
  {
    name: 'Arial',
    regular: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica'],
    bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold'],
    widths: [103.8, 99.5],
  },
  { name: 'Roboto', regular: ['Roboto'], bold: ['Roboto Bold', 'Roboto-Bold'], widths: [104.1, 105.8] },
  { name: 'DejaVu', regular: ['DejaVu Sans'], bold: ['DejaVu Sans Bold'], widths: [90.9, 82.9] },
]

const BITTER_FALLBACKS: Fallback[] = [
  { name: 'Georgia', regular: ['Georgia'], bold: ['Georgia Bold', 'Georgia-Bold'], widths: [103.8, 91] },
  {
    name: 'Times',
    regular: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'],
    bold: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold', 'Tinos Bold'],
    widths: [113.8, 109.9],
  },
  {
    name: 'Noto',
    regular: ['Noto Serif', 'NotoSerif-Regular', 'NotoSerif'],
    bold: ['Noto Serif Bold', 'NotoSerif-Bold'],
    widths: [95.9, 92.4],
  },
  { name: 'DejaVu', regular: ['DejaVu Serif'], bold: ['DejaVu Serif Bold'], widths: [89.2, 82.8] },
]

function families(family: string, fallbacks: Fallback[], generic: string): string {
  return (
    [family, ...fallbacks.map(({ name }) => `${family} ${name}`)].map((name) => `"${name}"`).join() +
    `,${generic}`
  )
}

const FRANKLIN = families('Libre Franklin', FRANKLIN_FALLBACKS, 'sans-serif')
const BITTER = families('Bitter', BITTER_FALLBACKS, 'serif')
/** Looks as large as the serif. */
const SANS_TEXT =
  '.prose{font-size:calc(1.0625rem*var(--text-scale,1));line-height:calc(1.75rem*var(--text-scale,1))}'
const OWN_SERIF = 'ui-serif,Charter,Georgia,Cambria,"Noto Serif","Times New Roman",serif'

export const TYPE_PAIRINGS: Record<Pairing, TypePairing> = {
  newsreader: {
    name: () => 'Newsreader',
    description: () => phrase('A classic serif for headlines and texts, with the sans of the device.'),
    sample: 'Newsreader,serif',
    font: undefined,
    css: '',
  },
  sans: {
    name: () => 'Libre Franklin',
    description: () => phrase('One sans for everything.'),
    sample: FRANKLIN,
    font: {
      file: 'franklin',
      family: 'Libre Franklin',
      ascent: 0.966,
      descent: 0.246,
      fallbacks: FRANKLIN_FALLBACKS,
    },
    css: `:root{--font-serif:${FRANKLIN};--font-sans:${FRANKLIN}}.headline{font-weight:700;letter-spacing:-.02em}${SANS_TEXT}`,
  },
  slab: {
    name: () => 'Bitter',
    description: () => phrase('A slab serif for headlines, with the sans of the device for texts.'),
    sample: BITTER,
    font: {
      file: 'bitter',
      family: 'Bitter',
      ascent: 0.935,
      descent: 0.265,
      fallbacks: BITTER_FALLBACKS,
    },
    // Headlines keep the slab; texts and summaries have the sans.
    css: `:root{--font-serif:${BITTER};--font-slab:${BITTER}}.prose,.summary,main p.font-serif{--font-serif:var(--font-sans)}.prose :is(h2,h3,h4,h5,h6){font-family:var(--font-slab)}.headline{font-weight:700;letter-spacing:-.015em}${SANS_TEXT}`,
  },
  system: {
    name: () => phrase("The reader's own fonts"),
    description: () => phrase('The serif and the sans of the device. Pages load no font.'),
    sample: OWN_SERIF,
    font: null,
    css: `:root{--font-serif:${OWN_SERIF}}`,
  },
}
