import { describe, expect, it } from 'vitest'
import { plainLine } from './plain-line.ts'

describe('plainLine', () => {
  it.each<['html' | 'text', string, string]>([
    ['html', 'Lamps &amp; <em>wicks</em>', 'Lamps & wicks'],
    ['html', '&#x0024;4300 3bd 1930ft<sup>2</sup>', '$4300 3bd 1930ft2'],
    ['html', 'Tom &amp;amp; Jerry &amp;#8211; again', 'Tom & Jerry – again'],
    ['html', '&lt;b&gt;Doubly&lt;/b&gt; encoded', 'Doubly encoded'],
    ['html', 'vector<int> explained', 'vector<int> explained'],
    ['html', 'How to use the &lt;b&gt; tag', 'How to use the <b> tag'],
    ['html', 'Five < six', 'Five < six'],
    ['html', 'Seen<script>alert(1)</script> here<!-- not here -->', 'Seen here'],
    ['html', '  Two\n lines<br>and more ', 'Two lines and more'],
    ['text', 'Plain <text> & more', 'Plain <text> & more'],
    ['text', 'Tom &amp; Jerry', 'Tom & Jerry'],
    ['text', '<b>Bold</b> all the same', 'Bold all the same'],
    ['text', '\u200d\u200e\u2063 \u3164', ''],
    ['text', '🎉', '🎉'],
    ['text', `Za${'\u0300'.repeat(400)}lgo`, `Za${'\u0300'.repeat(4)}lgo`],
  ])('makes one plain line of %s %j', (type, value, line) => {
    expect(plainLine({ value, type })).toBe(line)
  })

  it('is empty for no title', () => {
    expect(plainLine(null)).toBe('')
  })
})
