import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const UTF_16_MARK = [0xff, 0xfe]

it.each<[string, Uint8Array, string[] | undefined, string]>([
  ['UTF-8', utf8('Zoë,ö'), undefined, 'Zoë,ö'],
  ['UTF-8 with a byte order mark', utf8('\uFEFFZoë'), undefined, 'Zoë'],
  ['windows-1252, as Excel writes', Uint8Array.of(0x5a, 0x6f, 0xeb, 0x2c, 0x80), undefined, 'Zoë,€'],
  [
    'UTF-16 with a byte order mark',
    Uint8Array.from([...UTF_16_MARK, ...Buffer.from('Zoë', 'utf16le')]),
    undefined,
    'Zoë',
  ],
  ['UTF-16 without a byte order mark', Buffer.from('\n"Zoë"', 'utf16le'), undefined, '\n"Zoë"'],
  [
    'UTF-8 with quotation marks of windows-1252',
    Uint8Array.from([...utf8('éàü'), 0x93, ...utf8('ö'), 0x94]),
    undefined,
    'éàü“ö”',
  ],
  [
    'UTF-8 with letters of windows-1252',
    Uint8Array.from([
      ...utf8('éàüö M'),
      0xfc,
      ...utf8('nchen, caf'),
      0xe9,
      ...utf8(', '),
      0xd6,
      ...utf8('l'),
    ]),
    undefined,
    'éàüö München, café, Öl',
  ],
  [
    'UTF-8 that is cut within characters',
    Uint8Array.from([...utf8('éàüö caf'), 0xc3, ...utf8('... a'), 0xe2, 0x80, ...utf8('b')]),
    undefined,
    'éàüö caf\uFFFD... a\uFFFDb',
  ],
  ['the declared encoding', Uint8Array.of(0xd6), ['koi8-r'], 'ж'],
  ['UTF-8 when the declared encoding does not match', utf8('Zö'), ['utf-16le'], 'Zö'],
  [
    'UTF-8 without the end of its last character',
    Uint8Array.from([...utf8('é'), 0xc3]),
    undefined,
    'é\uFFFD',
  ],
  ['an empty text', new Uint8Array(), undefined, ''],
])('reads %s', (_, bytes, declared, text) => expect(decodeText(bytes, declared)).toBe(text))
