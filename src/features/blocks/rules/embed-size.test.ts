import { describe, expect, it } from 'vitest'
import { readHeight } from './embed-size.ts'

describe('readHeight', () => {
  it.each<[string, unknown, number | null]>([
    ['Mastodon', { type: 'setHeight', id: 1, height: 420 }, 420],
    ['Bluesky', { height: 512.4, id: '0.123' }, 513],
    ['Flourish', JSON.stringify({ sender: 'Flourish', method: 'resize', height: 575, src: 'x' }), 575],
    ['Datawrapper', { 'datawrapper-height': { Lk4cj: 433 } }, 433],
    ['Instagram', JSON.stringify({ type: 'MEASURE', details: { height: 812 } }), 812],
    ['X', { 'twttr.embed': { method: 'twttr.private.resize', params: [{ width: 550, height: 640 }] } }, 640],
    ['nobody: too small', { height: 1 }, null],
    ['nobody: too large', { height: 1e9 }, null],
    ['nobody: not a number', { height: '500px;position:fixed' }, null],
    ['nobody: infinite', { height: Number.POSITIVE_INFINITY }, null],
    ['nobody: not JSON', 'ready', null],
    ['nobody: a long text', JSON.stringify({ height: 500, padding: 'x'.repeat(10_000) }), null],
    ['nobody: null', null, null],
    ['nobody: a list', [], null],
    [
      'nobody: nested nulls',
      { details: null, 'datawrapper-height': null, 'twttr.embed': { params: [null] } },
      null,
    ],
  ])('reads the message of %s', (_, message, height) => {
    expect(readHeight(message)).toBe(height)
  })
})
