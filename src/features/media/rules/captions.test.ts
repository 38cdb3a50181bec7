import { describe, expect, it } from 'vitest'
import { MAX_CAPTIONS_LENGTH, rewriteCaptions } from './captions.ts'

const rewritten = (text: string) => {
  const captions = rewriteCaptions(text)
  if (captions.kind === 'invalid') throw new Error(captions.reason)
  return captions.text
}
const cue = (payload: string) => `WEBVTT\n\n00:01.000 --> 00:02.500\n${payload}\n`
const payloadOf = (payload: string) => rewritten(cue(payload)).split('\n').slice(3).join('\n').trim()

describe('rewriteCaptions', () => {
  it('keeps cues with their positions, and nothing else', () => {
    const given = [
      '\ufeffWEBVTT - Council meeting\r\nKind: captions',
      'STYLE\n::cue { background: url(https://example.org/track) }',
      'REGION\nid:low\nwidth:40%',
      'NOTE The mayor speaks first',
      'opening\n00:01.000 --> 00:00:02.500 line:0 position:20%,line-left align:start region:low onclick:x\n<v Mayor Ada Lane>Good <i>evening</i>.</v>',
      '01:00:00.000-->01:00:01.000\nTwo\nlines',
    ].join('\n\n')
    expect(rewriteCaptions(given)).toEqual({
      kind: 'captions',
      count: 2,
      text: `WEBVTT

00:00:01.000 --> 00:00:02.500 line:0 position:20%,line-left align:start
<v Mayor Ada Lane>Good <i>evening</i>.</v>

01:00:00.000 --> 01:00:01.000
Two
lines
`,
    })
  })

  it('reads SubRip', () => {
    expect(
      rewritten('1\n00:00:01,000 --> 00:00:02,000\nTea\n\n2\n00:00:03,000 --> 00:00:04,000\nCoffee'),
    ).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nTea\n\n00:00:03.000 --> 00:00:04.000\nCoffee\n')
  })

  it.each([
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<c.red onclick=x>red</c>', 'red'],
    ['<v "><script>alert(1)</script>', '<v ">alert(1)'],
    ['<v <b>x', '&lt;v <b>x'],
    ['a < b && b > c', 'a &lt; b &amp;&amp; b &gt; c'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['&amp;lt;', '&amp;lt;'],
    ['<v A&amp;B>Tea', '<v A&amp;B>Tea'],
    ['<00:01.500>late', 'late'],
    ['00:05.000 --&gt; 00:06.000', '00:05.000 --&gt; 00:06.000'],
    ['{{constructor}}', '{{constructor}}'],
  ])('leaves only harmless markup of %j', (payload, expected) => {
    if (expected === '') expect(rewriteCaptions(cue(payload)).kind).toBe('invalid')
    else expect(payloadOf(payload)).toBe(expected)
  })

  it.each([
    ['an empty file', ''],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a header without cues', 'WEBVTT\n\nNOTE nothing'],
    ['a cue that ends before it begins', 'WEBVTT\n\n00:02.000 --> 00:01.000\nTea'],
    ['a cue without text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n'],
    ['a long file', `${cue('Tea')}${' '.repeat(MAX_CAPTIONS_LENGTH)}`],
    ['text that becomes too long', cue('&'.repeat(MAX_CAPTIONS_LENGTH - 100))],
    ['too many cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\na\n\n'.repeat(10_001)}`],
  ])('rejects %s', (_, given) => {
    expect(rewriteCaptions(given).kind).toBe('invalid')
  })

  it('does not change what it wrote', () => {
    const once = rewritten(cue('<v A & B>1 < 2 --> <b>x</b> &nbsp;y'))
    expect(rewritten(once)).toBe(once)
  })

  it.each(['<', '<v ', '&', '\n', ' \n', '-->', '00:01.000 --> '])(
    'takes linear time for many %j',
    (part) => {
      const started = performance.now()
      rewriteCaptions(cue(part.repeat(Math.floor(MAX_CAPTIONS_LENGTH / part.length / 2))))
      expect(performance.now() - started).toBeLessThan(1_000)
    },
  )
})
