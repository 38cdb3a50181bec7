import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFairTurns, type TurnClient } from './fair-turns.server.ts'
import { OverloadedError } from './request-queue.server.ts'

const LIMITS = { maxRunning: 1, maxWaiting: 100, maxWaitMs: 60_000 }

/** "10.0/1" is client 1 of the network 10.0; "*" in front of it marks a preferred client. */
function parseClient(name: string): TurnClient {
  const address = name.replace('*', '')
  return { networks: [address.split('/')[0] ?? '', address], isPreferred: name.startsWith('*') }
}

/** One client has a turn while the others arrive. */
async function listTurns(names: string[], limits: Partial<typeof LIMITS> = {}) {
  const turns = createFairTurns({ ...LIMITS, ...limits })
  const started: string[] = []
  const rejected: string[] = []
  const first = Promise.withResolvers<void>()
  const running = turns.run(parseClient('first/1'), () => first.promise)
  const all = names.map((name) =>
    turns
      .run(parseClient(name), async () => void started.push(name))
      .catch((error) => {
        expect(error).toBeInstanceOf(OverloadedError)
        rejected.push(name)
      }),
  )
  await Promise.resolve()
  first.resolve()
  await Promise.all([running, ...all])
  return { started, rejected }
}

describe('turns', () => {
  it('are in the order of arrival among clients that had none', async () => {
    const { started } = await listTurns(['a/1', 'b/1', 'c/1'])
    expect(started).toEqual(['a/1', 'b/1', 'c/1'])
  })

  it('alternate between networks, however many addresses one of them has', async () => {
    const flood = Array.from({ length: 50 }, (_, n) => `flood/${n}`)
    const { started } = await listTurns([...flood, 'home/1', 'office/1'])
    expect(started.slice(0, 3)).toEqual(['flood/0', 'home/1', 'office/1'])
  })

  it('alternate between the addresses of a network', async () => {
    const { started } = await listTurns(['a/1', 'a/1', 'a/1', 'a/2'])
    expect(started).toEqual(['a/1', 'a/2', 'a/1', 'a/1'])
  })

  it('come later to a network that has just had one', async () => {
    const { started } = await listTurns(['first/2', 'a/1', 'b/1'])
    expect(started).toEqual(['a/1', 'b/1', 'first/2'])
  })

  it('come first to preferred clients, but not only to them', async () => {
    const preferred = Array.from({ length: 6 }, (_, n) => `*${n}/1`)
    const { started } = await listTurns(['a/1', 'b/1', ...preferred])
    expect(started).toEqual(['*0/1', '*1/1', '*2/1', '*3/1', 'a/1', '*4/1', '*5/1', 'b/1'])
  })

  it('end with the work, also if it fails', async () => {
    const turns = createFairTurns(LIMITS)
    const failing = turns.run(parseClient('a/1'), () => Promise.reject(new Error('failed')))
    const next = turns.run(parseClient('b/1'), async () => 'done')
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe('done')
  })

  it('run as many at once as allowed', async () => {
    const turns = createFairTurns({ ...LIMITS, maxRunning: 2 })
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running -= 1
    }
    await Promise.all(Array.from({ length: 9 }, (_, n) => turns.run(parseClient(`a/${n}`), work)))
    expect([most, running]).toEqual([2, 0])
  })
})

describe('when too many wait', () => {
  it('the network with the most loses its latest', async () => {
    const { started, rejected } = await listTurns(['a/1', 'b/1', 'b/2', 'c/1'], { maxWaiting: 3 })
    expect([started, rejected]).toEqual([['a/1', 'b/1', 'c/1'], ['b/2']])
  })

  it('the address with the most loses its latest within a network', async () => {
    const { rejected } = await listTurns(['a/1', 'a/1', 'a/2'], { maxWaiting: 2 })
    expect(rejected).toEqual(['a/1'])
  })

  it('the latest of equals is rejected', async () => {
    expect((await listTurns(['a/1', 'b/1', 'c/1'], { maxWaiting: 2 })).rejected).toEqual(['c/1'])
  })

  it('preferred clients have half of the places, whatever others do', async () => {
    const others = ['a/1', 'b/1', 'c/1', 'd/1']
    const { rejected } = await listTurns([...others, '*e/1', '*f/1', 'g/1'], { maxWaiting: 4 })
    expect(rejected).toEqual(['d/1', 'c/1', 'g/1'])
  })

  it('others have half of the places, however many preferred clients wait', async () => {
    const flood = ['*a/1', '*a/2', '*b/1', '*c/1']
    const { started, rejected } = await listTurns([...flood, 'd/1', 'e/1', '*a/3'], { maxWaiting: 4 })
    expect(rejected).toEqual(['*a/2', '*c/1', '*a/3'])
    expect(started).toEqual(['*a/1', '*b/1', 'd/1', 'e/1'])
  })

  it('each half counts its own clients of a network', async () => {
    const { rejected } = await listTurns(['*a/1', '*a/2', 'a/3', 'b/1', 'b/2'], { maxWaiting: 4 })
    expect(rejected).toEqual(['b/2'])
  })
})

describe('waiting', () => {
  it('ends after the time limit', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const turns = createFairTurns(LIMITS)
    const held = Promise.withResolvers<void>()
    const running = turns.run(parseClient('a/1'), () => held.promise)
    const late = turns.run(parseClient('b/1'), async () => 'done')
    const expectation = expect(late).rejects.toThrow(OverloadedError)
    await vi.advanceTimersByTimeAsync(LIMITS.maxWaitMs)
    await expectation
    held.resolve()
    await running
  })

  it('ends when the client leaves, who gets no turn', async () => {
    const turns = createFairTurns(LIMITS)
    const held = Promise.withResolvers<void>()
    const running = turns.run(parseClient('a/1'), () => held.promise)
    const client = new AbortController()
    const work = vi.fn(async () => 'done')
    const left = turns.run(parseClient('b/1'), work, client.signal)
    client.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    held.resolve()
    await running
    expect(await turns.run(parseClient('c/1'), async () => 'next')).toBe('next')
    expect(work).not.toHaveBeenCalled()
  })
})
