import { toDarkColour } from '#kernel/contrast.ts'
import { DEFAULT_ACCENT, DEFAULT_SERVED_LOOK, type ServedLook } from '#kernel/look.ts'
import { type Look, type LookImage, lookFilePath } from './look.ts'
import { type FontFiles, TYPE_PAIRINGS, writeFontFaces } from './type-pairings.ts'

/**
 * Compiles a look into the rules that pages need beyond the readers' style sheet; none for the default look.
 *
 * @param files undefined in commands, which render no pages
 */
export function compileLook(look: Look, files: FontFiles | undefined): ServedLook {
  const { accent, wordmark, icon } = look
  const darkAccent = accent === DEFAULT_ACCENT ? DEFAULT_SERVED_LOOK.darkAccent : toDarkColour(accent)
  const { css, font } = TYPE_PAIRINGS[look.pairing]
  return {
    accent,
    darkAccent,
    tagline: look.tagline,
    footerLine: look.footerLine,
    css: [
      files && writeFontFaces(look.pairing, files),
      css,
      accent !== DEFAULT_ACCENT && writeAccent(accent, darkAccent),
      look.headerBackground === 'page' && PAGE_BACKGROUND,
      look.header === 'centred' && CENTRED,
      look.header === 'centred' && look.tagline && writeTagline(look.tagline),
      !look.hasDate && '.header-row p{display:none}',
      !look.hasSummaries && '.summary{display:none}',
      look.density === 'compact' && COMPACT,
      wordmark && writeWordmark(look, wordmark),
    ]
      .filter(Boolean)
      .join(''),
    font: font ? (files?.[font.file].latin ?? null) : font,
    wordmark: wordmark && {
      path: lookFilePath(wordmark.hash, 'wordmark'),
      width: wordmark.width,
      height: wordmark.height,
    },
    headerBackground: look.headerBackground,
    iconVersion: icon ? icon.hash.slice(0, 12) : '',
  }
}

function writeAccent(accent: string, darkAccent: string): string {
  return `:root{--color-brand:${accent};--color-accent:light-dark(${accent},${darkAccent})}`
}

/** From 768 px up, where the name is large and shrinks when the page is scrolled. */
const WIDE = '@media screen and (width>=48rem)'
const SHRINKS =
  '@supports(animation-timeline:scroll()){@media screen and (width>=48rem) and (prefers-reduced-motion:no-preference)'

/** The category line follows the header without a second rule. */
const PAGE_BACKGROUND =
  '.header-bar{background:var(--color-paper);color:var(--color-ink);border-top:4px solid var(--color-brand)}.wordmark{color:light-dark(var(--color-brand),var(--color-ink))}.header-bar+nav{border-top:1px solid var(--color-rule)}'

/** On wide screens, the date is at the start. */
const CENTRED = `.header-row>.wordmark{margin-inline:auto;text-align:center}.category-line{justify-content:safe center}${WIDE}{.header-bar{--tall:7rem}.header-row>.wordmark{--room:calc((100vw - 30rem)/1.4);position:absolute;inset-inline:15rem;transform-origin:center;margin:0;padding-block:0;max-width:none;line-height:1.4}.header-row>:last-child{margin-inline-start:auto}.header-row>:last-child>p{position:absolute;inset-inline-start:1.5rem;max-width:12rem}}${SHRINKS}{.header-row>.wordmark{font-size:calc(1.4*clamp(.75rem,var(--room)/(.56*var(--letters)),2.5rem))}}}`

/** Above the name; it scrolls out of the window. The footer has it for screen readers. */
function writeTagline(tagline: string): string {
  return `@media screen{.header-bar{--tall:5rem}.header-bar::before{content:${toCssString(tagline)}/"";position:absolute;inset:.375rem 1rem auto;overflow:hidden;font:500 .8125rem/1.25rem var(--font-serif);text-align:center;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:plaintext}.header-row{margin-top:calc(var(--tall) - var(--slim))}${WIDE}{.header-bar{--tall:8.25rem}.header-bar::before{top:.875rem;font-size:.9375rem}.header-row{margin-top:calc(var(--tall) - var(--slim) - 1.125rem)}}}`
}

/** Only between cards and in their texts, so that targets keep their sizes. */
const COMPACT =
  '#content{--text-20:1.125rem;--text-20--line-height:1.375rem;--text-24:1.3125rem;--text-24--line-height:1.5rem;--text-30:1.5625rem;--text-30--line-height:1.75rem;--text-38:1.9375rem;--text-38--line-height:2.125rem;--text-48:2.375rem;--text-48--line-height:2.625rem}.ruled-grid{--gap-x:1.75rem;--gap-y:1.25rem}#content>.measure{row-gap:1.25rem;padding-top:.75rem}#content section>h2.headline{padding-bottom:.75rem}.summary{font-size:1rem;line-height:1.375rem}'

/** The name stays as text for screen readers. */
function writeWordmark({ headerBackground, header, darkWordmark }: Look, wordmark: LookImage): string {
  const ratio = (wordmark.width / wordmark.height).toFixed(3)
  const [side, margin] = header === 'centred' ? ['center', 'margin:0 auto'] : ['left', 'margin-block:0']
  // Without an image for dark pages, the colours of the light one are inverted.
  const dark = darkWordmark
    ? `background-image:${imageSet(darkWordmark)}`
    : headerBackground === 'page' && 'filter:invert(1) hue-rotate(180deg)'
  const onDark = dark
    ? `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) .wordmark{${dark}}}@media screen{:root[data-theme=dark] .wordmark{${dark}}}`
    : ''
  const printBackground = headerBackground === 'accent' ? 'background-color:var(--color-brand);' : ''
  return `.header-row>.wordmark{--height:2.25rem;font-size:0;height:var(--height);width:calc(${ratio}*var(--height));max-width:100%;${margin};padding:0;background:${imageSet(wordmark)} ${side}/contain no-repeat}[dir=rtl] .header-row>.wordmark{background-position:${side === 'left' ? 'right' : side}}${WIDE}{.header-row>.wordmark{--height:2.75rem;${margin}}}${SHRINKS}{.header-row>.wordmark{--height:3.5rem}}}${onDark}@media print{.header-row>.wordmark{${printBackground}font-size:0!important;height:14mm;width:calc(${ratio}*14mm);print-color-adjust:exact}}`
}

function imageSet({ hash }: LookImage): string {
  const source = (format: 'avif' | 'png') =>
    `url("${lookFilePath(hash, `wordmark.${format}`)}") type("image/${format}")`
  return `image-set(${source('avif')},${source('png')})`
}

/** Escapes everything but letters of ASCII, digits and spaces, since HTML would end a style element too (CSS Syntax §4.3.7). */
function toCssString(text: string): string {
  return `"${text.replace(/[^a-zA-Z\d ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`
}
