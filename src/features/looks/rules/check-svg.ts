/** Drawing these may take unbounded memory or time, or read other files. */
const REFUSED = [
  [/<!(?:doctype|entity)/i, 'declarations of types or entities'],
  [/<(?:[^\s<>/:]*:)?(?:image|feimage)[\s/>]/i, 'images'],
  [/<(?:[^\s<>/:]*:)?filter[\s/>]/i, 'filters'],
  [/<(?:[^\s<>/:]*:)?pattern[\s/>]/i, 'patterns'],
  [/<(?:[^\s<>/:]*:)?foreignobject[\s/>]/i, 'foreign objects'],
  [/<(?:[^\s<>/:]*:)?script[\s/>]/i, 'scripts'],
  [/<\?xml-stylesheet/i, 'style sheets'],
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
  if (!/<svg[\s>]/i.test(text.slice(0, 10_000))) return 'Choose a PNG, JPEG or SVG file.'
  if (text.length > MAX_CHARACTERS)
    return 'The SVG file is larger than 256 kB. Simplify it, or choose a PNG file.'
  const [, what] = REFUSED.find(([pattern]) => pattern.test(text)) ?? []
  if (what)
    return `The SVG file contains ${what}, which are not supported. Remove them, or choose a PNG file.`
  const uses = text.split(/<(?:[^\s<>/:]*:)?use[\s/>]/i).length - 1
  if (uses > MAX_USES) return 'The SVG file is too complex. Simplify it, or choose a PNG file.'
  return undefined
}
