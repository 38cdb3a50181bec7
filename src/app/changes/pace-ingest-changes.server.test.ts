import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paceIngestChanges } from './pace-ingest-changes.server.ts'

const ingestChange = (category: string) =>
  JSON.stringify({
    table: 'articles',
    op: 'INSERT',
    source: 'ingest',
    categories: [category],
    breaking: false,
  })
const EDITORS_CHANGE = JSON.stringify({ table: 'articles', op: 'DELETE', id: '1', categories: ['TV'] })

describe('paceIngestChanges', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Each delivery with its time in milliseconds. */
  function open() {
    const delivered: [number, string][] = []
    const started = Date.now()
    const paced = paceIngestChanges((payload) => delivered.push([Date.now() - started, payload]))
    return { ...paced, delivered }
  }

  it('delivers the first change of a run immediately, and later ones within a second of their commit', () => {
    const { receive, delivered } = open()
    receive(ingestChange('Sport'))
    expect(delivered).toEqual([[0, ingestChange('Sport')]])
    vi.advanceTimersByTime(100)
    receive(ingestChange('TV'))
    vi.advanceTimersByTime(899)
    expect(delivered).toEqual([
      [0, ingestChange('Sport')],
      [700, ingestChange('TV')],
    ])
  })

  it('delivers the equal changes of a run of a minute less than twice per second', () => {
    const { receive, delivered } = open()
    for (let feed = 0; feed < 600; feed += 1) {
      receive(ingestChange('Sport'))
      vi.advanceTimersByTime(100)
    }
    expect(delivered.length).toBeGreaterThan(60)
    expect(delivered.length).toBeLessThan(120)
    const [last] = delivered.at(-1) ?? []
    vi.advanceTimersByTime(1_000)
    expect(delivered.at(-1)?.[0]).toBeGreaterThan(last ?? Infinity)
  })

  it('delivers the changes of editors immediately, during a run too', () => {
    const { receive, delivered } = open()
    receive(ingestChange('Sport'))
    receive(ingestChange('TV'))
    receive(EDITORS_CHANGE)
    receive('no JSON')
    expect(delivered).toEqual([
      [0, ingestChange('Sport')],
      [0, EDITORS_CHANGE],
      [0, 'no JSON'],
    ])
  })

  it('delivers the first change after a pause immediately', () => {
    const { receive, delivered } = open()
    receive(ingestChange('Sport'))
    vi.advanceTimersByTime(5_000)
    receive(ingestChange('Sport'))
    expect(delivered.map(([time]) => time)).toEqual([0, 5_000])
  })

  it('does not hold more than a limited number of changes', () => {
    const { receive, delivered } = open()
    for (let n = 0; n < 1_001; n += 1) receive(ingestChange(`C${n}`))
    expect(delivered).toHaveLength(1_001)
  })

  it('delivers nothing once it is closed', () => {
    const { receive, close, delivered } = open()
    receive(ingestChange('Sport'))
    receive(ingestChange('TV'))
    close()
    vi.advanceTimersByTime(5_000)
    expect(delivered).toHaveLength(1)
  })
})
