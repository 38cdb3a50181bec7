import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { signPresence } from './presence.ts'
import { MAX_PRESENCE_BYTES } from './update-limits.ts'

const ADA = { id: 'a', name: 'Ada' }

/** Encodes the state of a client. */
function encode(state: Record<string, unknown> | null): Uint8Array {
  const awareness = new Awareness(new Y.Doc())
  awareness.setLocalState(state)
  const update = encodeAwarenessUpdate(awareness, [awareness.clientID])
  awareness.destroy()
  return update
}

/** Reads the states that others receive. */
function read(update: Uint8Array | null): unknown[] {
  if (!update) return []
  const awareness = new Awareness(new Y.Doc())
  awareness.setLocalState(null)
  applyAwarenessUpdate(awareness, update, 'test')
  const states = [...awareness.getStates().values()]
  awareness.destroy()
  return states
}

const position = (text: Y.Text, index: number) => Y.createRelativePositionFromTypeIndex(text, index)

describe('signPresence', () => {
  it('replaces the person, and keeps the colour and the caret', () => {
    const text = new Y.Doc().getText('title')
    text.insert(0, 'Tea')
    const cursor = { anchor: position(text, 0), head: position(text, 3) }
    const state = { user: { id: 'b', name: 'Ben', color: '#aa0011' }, cursor, field: 'title' }
    expect(read(signPresence(encode(state), ADA))).toEqual([
      {
        user: { ...ADA, color: '#aa0011' },
        cursor: JSON.parse(JSON.stringify(cursor)),
        field: 'title',
      },
    ])
  })

  it('names a person without a caret', () => {
    expect(read(signPresence(encode({}), ADA))).toEqual([{ user: ADA }])
  })

  it('sends the end of a presence', () => {
    expect(read(signPresence(encode(null), ADA))).toEqual([{ user: ADA, hasLeft: true }])
  })

  it.each([
    ['a caret of another form', { cursor: { anchor: 1, head: 2 } }],
    ['a colour that is none', { user: { color: 'url(https://evil.example)' } }],
    ['a text', 'state' as never],
    ['a long field', { field: 'x'.repeat(100) }],
  ])('refuses %s', (_, state) => {
    expect(signPresence(encode(state), ADA)).toBeNull()
  })

  it('removes unknown properties', () => {
    expect(read(signPresence(encode({ note: 'x', user: { role: 'admin', color: '#000000' } }), ADA))).toEqual(
      [{ user: { ...ADA, color: '#000000' } }],
    )
  })

  it('refuses the states of several clients, and of none', () => {
    const awareness = new Awareness(new Y.Doc())
    awareness.setLocalState({})
    applyAwarenessUpdate(awareness, encode({}), 'test')
    const both = encodeAwarenessUpdate(awareness, [...awareness.getStates().keys()])
    awareness.destroy()
    expect(signPresence(both, ADA)).toBeNull()
    expect(signPresence(Uint8Array.of(0), ADA)).toBeNull()
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: MAX_PRESENCE_BYTES }), (bytes) => {
        expect(() => signPresence(bytes, ADA)).not.toThrow()
      }),
    )
  })
})
