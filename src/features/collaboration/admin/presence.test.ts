import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { signPresence } from '../rules/presence.ts'
import { fromBase64, toBase64 } from './draft-transport.ts'
import { createPresence, type Presence } from './presence.ts'

const ADA = { id: 'a', name: 'Ada' }
const BEN = { id: 'b', name: 'Ben' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that sends the presence of each person to everybody, with the name of the sender. */
function createServer() {
  const open = new Set<Presence>()
  const crashed = new Set<string>()
  const server = {
    messages: 0,
    join(me: typeof ADA & { isReading?: true }): Presence {
      const presence = createPresence({
        doc: new Y.Doc(),
        me: { ...me, name: 'A forged name' },
        async send(update) {
          server.messages += 1
          if (crashed.has(me.id)) throw new Error('offline')
          const signed = signPresence(fromBase64(update), me)
          for (const other of signed ? open : []) other.receive(toBase64(signed ?? new Uint8Array()))
        },
        onChange() {},
      })
      open.add(presence)
      return presence
    },
    /** Its messages stop. */
    crash({ id }: typeof ADA) {
      crashed.add(id)
    },
  }
  return server
}

const names = (presence: Presence) => presence.getPeople().map(({ name }) => name)

describe('createPresence', () => {
  it('tells people who may only read from those who may edit', async () => {
    const server = createServer()
    const ada = server.join(ADA)
    server.join({ ...BEN, isReading: true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ada.getPeople()).toMatchObject([{ name: 'Ben', isReading: true }])
  })

  it('lists the others, even for a person who joins later', async () => {
    const server = createServer()
    const ada = server.join(ADA)
    await vi.advanceTimersByTimeAsync(1_000)
    const ben = server.join(BEN)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([names(ada), names(ben)]).toEqual([['Ben'], ['Ada']])
    ben.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names(ada)).toEqual([])
    ada.close()
  })

  it('removes a person whose browser crashed within 30 seconds, and nobody else', async () => {
    const server = createServer()
    const [ada, ben, cem] = [server.join(ADA), server.join(BEN), server.join({ id: 'c', name: 'Cem' })]
    await vi.advanceTimersByTimeAsync(15_000)
    expect(names(ada)).toEqual(['Ben', 'Cem'])
    server.crash(BEN)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(names(ada)).toEqual(['Cem'])
    for (const presence of [ada, ben, cem]) presence.close()
  })

  it('sends few messages while nobody else is there, and limits them otherwise', async () => {
    const server = createServer()
    const ada = server.join(ADA)
    const move = async () => {
      const before = server.messages
      for (let count = 0; count < 50; count += 1) {
        ada.awareness.setLocalStateField('field', `title ${count}`)
        await vi.advanceTimersByTimeAsync(20)
      }
      return server.messages - before
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(await move()).toBe(0)
    const ben = server.join(BEN)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await move()).toBeLessThanOrEqual(5)
    for (const presence of [ada, ben]) presence.close()
  })

  it('lists a person with several tabs once, and not the own tabs', async () => {
    const server = createServer()
    const all = [server.join(ADA), server.join(ADA), server.join(BEN), server.join(BEN)]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(all.map(names)).toEqual([['Ben'], ['Ben'], ['Ada'], ['Ada']])
    for (const presence of all) presence.close()
  })

  it.each([
    ['moves', { field: 'title' }],
    ['ends', null],
  ])('ignores a message that %s the presence of another person', async (_, forged) => {
    const server = createServer()
    const [ada, ben, cem] = [server.join(ADA), server.join(BEN), server.join({ id: 'c', name: 'Cem' })]
    ada.awareness.setLocalStateField('field', 'summary')
    await vi.advanceTimersByTimeAsync(1_000)
    const client = ada.awareness.clientID
    const foreign = new Awareness(Object.assign(new Y.Doc(), { clientID: client }))
    foreign.setLocalState(forged)
    foreign.meta.set(client, { clock: 2 ** 50, lastUpdated: 0 })
    const update = encodeAwarenessUpdate(foreign, [client])
    foreign.destroy()
    const signed = toBase64(signPresence(update, BEN) ?? new Uint8Array())
    for (const presence of [ada, ben, cem]) presence.receive(signed)
    for (const presence of [ada, ben, cem])
      expect(presence.awareness.getStates().get(client)).toMatchObject({ field: 'summary' })
    expect(names(cem)).toEqual(['Ada', 'Ben'])
    ada.awareness.setLocalStateField('field', 'author')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(cem.awareness.getStates().get(client)).toMatchObject({ user: ADA, field: 'author' })
    for (const presence of [ada, ben, cem]) presence.close()
  })
})
