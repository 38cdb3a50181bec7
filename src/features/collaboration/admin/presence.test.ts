import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PresenceMessage, signPresence } from '../rules/presence.ts'
import { createPresence, type Presence } from './presence.ts'

const ADA = { id: 'a', name: 'Ada' }
const BEN = { id: 'b', name: 'Ben' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Person = Presence & { move: (position: number) => void }

/** A server that sends the presence of each person to everybody, with the name of the sender. */
function createServer() {
  const open = new Set<Presence>()
  const crashed = new Set<string>()
  const server = {
    messages: 0,
    join(me: typeof ADA & { isReading?: true }): Person {
      let caret: PresenceMessage['caret'] = null
      const presence = createPresence({
        client: `client ${open.size} of ${me.id}`,
        me: { ...me, name: 'A forged name' },
        readCaret: () => caret,
        async send(message) {
          server.messages += 1
          if (crashed.has(me.id)) throw new Error('offline')
          const signed = signPresence(message, me)
          for (const other of signed ? open : []) if (signed) other.receive(signed)
        },
        onChange() {},
        onCarets() {},
      })
      open.add(presence)
      return {
        ...presence,
        move(position) {
          caret = { version: 1, anchor: position, head: position }
          presence.onSelection()
        },
      }
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
        ada.move(count)
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

  it('shows where the others are', async () => {
    const server = createServer()
    const [ada, ben] = [server.join(ADA), server.join(BEN)]
    await vi.advanceTimersByTimeAsync(1_000)
    ben.move(7)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ada.getCarets()).toMatchObject([{ user: BEN, caret: { version: 1, anchor: 7, head: 7 } }])
    for (const presence of [ada, ben]) presence.close()
  })

  it('gives each person another color, which is the same for all', async () => {
    const server = createServer()
    const all = Array.from('abcdef', (id) => server.join({ id, name: id }))
    await vi.advanceTimersByTimeAsync(2_000)
    const colors = new Map<string, string>()
    for (const presence of all)
      for (const { id, color } of presence.getPeople()) {
        expect(colors.get(id) ?? color).toBe(color)
        colors.set(id, color)
      }
    expect(new Set(colors.values()).size).toBe(6)
    for (const { user, color } of all[0]?.getCarets() ?? []) expect(color).toBe(colors.get(user.id))
    for (const presence of all) presence.close()
  })

  it('does not take a message of one person for another, although clients choose their ids', async () => {
    const server = createServer()
    const [ada, ben] = [server.join(ADA), server.join(BEN)]
    await vi.advanceTimersByTimeAsync(1_000)
    const client = ada.getCarets()[0]?.client ?? ''
    const forged = signPresence({ client, caret: null, hasLeft: true }, { id: 'c', name: 'Cem' })
    if (forged) ada.receive(forged)
    expect(names(ada)).toEqual(['Ben'])
    for (const presence of [ada, ben]) presence.close()
  })
})
