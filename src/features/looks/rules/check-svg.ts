import { phrase } from '#kernel/text/phrase.ts'

/** Drawing these may take unbounded memory or time, or read other files. */
const refusedParts = () =>
  [
    [/<!(?:doctype|entity)/i, phrase('declarations of types or entities')],
    [/<(?:[^\s<>/:]*:)?(?:image|feimage)[\s/>]/i, phrase('images')],
    [/<(?:[^\s<>/:]*:)?filter[\s/>]/i, phrase('filters')],
    [/<(?:[^\s<>/:]*:)?pattern[\s/>]/i, phrase('patterns')],
    [/<(?:[^\s<>/:]*:)?foreignobject[\s/>]/i, phrase('foreign objects')],
    [/<(?:[^\s<>/:]*:)?script[\s/>]/i, phrase('scripts')],
    [/<\?xml-stylesheet/i, phrase('style sheets')],
  ] as const

const MAX_CHARACTERS = 262_144
/** An element may be drawn many times. */
const MAX_USES = 200

/**
 * Whether a text is an SVG file that the server can draw safely.
 *
 * @returns why it is refused; undefined if it is accepted
 */
export function checkSvg(text: string): string | undefined {
  if (!/<svg[\s>]/i.test(text.slice(0, 10_000))) return phrase('Choose a PNG, JPEG or SVG file.')
  if (text.length > MAX_CHARACTERS)
    return phrase('The SVG file is larger than 256 kB. Simplify it, or choose a PNG file.')
  const [, what] = refusedParts().find(([pattern]) => pattern.test(text)) ?? []
  if (what)
    return phrase(
      'The SVG file contains {what}, which are not supported. Remove them, or choose a PNG file.',
      { what },
    )
  const uses = text.split(/<(?:[^\s<>/:]*:)?use[\s/>]/i).length - 1
  if (uses > MAX_USES) return phrase('The SVG file is too complex. Simplify it, or choose a PNG file.')
  return undefined
}
