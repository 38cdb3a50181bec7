import { describe, expect, it, onTestFinished } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { CHART_KINDS, type ChartCells } from './chart-data.ts'
import { type Chart, drawChart } from './draw-chart.ts'

const TEXTS = { title: 'Votes', description: '', source: '' }
const draw = (kind: Chart['kind'], cells: ChartCells) => drawChart({ ...TEXTS, kind, cells })
const numbers = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map((match) => match.slice(1).map(Number))
const texts = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
const RECT = /<rect x="([\d.-]+)%" y="([\d.-]+)" width="([\d.]+)%" height="([\d.]+)"/g

describe('drawChart', () => {
  it('draws bars in proportion, from zero, with the values as they were written', () => {
    const svg = draw('bar', [
      ['Ward', 'Votes'],
      ['North', '1,200'],
      ['South', '600'],
      ['West', '–'],
      ['East', '-300'],
    ])
    const [north = [], south = [], east = []] = numbers(svg, RECT)
    expect(south[2]).toBeCloseTo((north[2] ?? 0) / 2, 1)
    expect(east[2]).toBeCloseTo((north[2] ?? 0) / 4, 1)
    expect((east[0] ?? 0) + (east[2] ?? 0)).toBeCloseTo(north[0] ?? 0, 1)
    expect(texts(svg)).toEqual(['North', '1,200', 'South', '600', 'West', 'No data', 'East', '-300'])
  })

  it('draws columns on an axis from zero', () => {
    const svg = draw('column', [
      ['Year', 'Change'],
      ['2024', '40%'],
      ['2025', '-20%'],
    ])
    const [rise = [], fall = []] = numbers(svg, RECT)
    expect(fall[3]).toBeCloseTo((rise[3] ?? 0) / 2, 1)
    expect(fall[1]).toBeCloseTo((rise[1] ?? 0) + (rise[3] ?? 0), 1)
    expect(texts(svg)).toEqual(['−20%', '−10%', '0%', '10%', '20%', '30%', '40%', '2024', '2025'])
  })

  it('interrupts a line where a value is missing, and marks a value between two such', () => {
    const values = ['1', '2', '', '3', '', ...Array.from({ length: 10 }, (_, index) => String(index))]
    const svg = draw('line', [['Day', 'Cases'], ...values.map((value, index) => [`Day ${index}`, value])])
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    expect(svg.match(/<circle/g)).toHaveLength(1)
  })

  it('places years at their distances', () => {
    const svg = draw('line', [
      ['Year', 'People'],
      ['2000', '10'],
      ['2010', '20'],
      ['2011', '30'],
    ])
    const [[first = 0] = [], [second = 0] = [], [third = 0] = []] = numbers(svg, /cx="([\d.]+)%"/g)
    expect((second - first) / (third - second)).toBeCloseTo(10, 0)
  })

  it('starts the axis of a line near values that are far from zero', () => {
    const svg = draw('line', [
      ['Day', 'Points'],
      ['Monday', '7,010'],
      ['Tuesday', '7,090'],
    ])
    expect(texts(svg).slice(0, 2)).toEqual(['7,000', '7,020'])
  })

  it('writes the axis in the number format of the newspaper', () => {
    onTestFinished(() => applyPlace(DEFAULT_PLACE))
    applyPlace({ ...DEFAULT_PLACE, locale: 'de-DE' })
    const axisOf = (...values: string[]) =>
      texts(draw('column', [['Jahr', 'Umsatz'], ...values.map((value, index) => [`${2020 + index}`, value])]))
    expect(axisOf('1.200,5', '2.400,5')).toContain('1.000')
    expect(axisOf('1500000', '3000000').join().replaceAll('\u00a0', ' ')).toContain('1,5 Mio.')
  })

  it('mirrors a chart with texts from right to left', () => {
    const svg = draw('bar', [
      ['الحي', 'الأصوات'],
      ['الشمال', '100'],
      ['الجنوب', '50'],
    ])
    const [north = [], south = []] = numbers(svg, RECT)
    expect((north[0] ?? 0) + (north[2] ?? 0)).toBeCloseTo((south[0] ?? 0) + (south[2] ?? 0), 1)
    expect(north[0]).toBeLessThan(south[0] ?? 0)
  })

  it('omits labels that have no space, at regular distances', () => {
    const rows = Array.from({ length: 24 }, (_, index) => [`${String(index).padStart(2, '0')}:00`, '1'])
    const labels = texts(draw('column', [['Hour', 'Calls'], ...rows])).filter((text) => text?.includes(':'))
    expect(labels.length).toBeLessThan(10)
    const hours = labels.map((label) => Number(label?.slice(0, 2)))
    expect(new Set(hours.slice(1).map((hour, index) => hour - (hours[index] ?? 0))).size).toBe(1)
  })

  it.each(CHART_KINDS)('draws values that are all equal, zero or one: %s', (kind) => {
    for (const value of ['0', '5', '-5']) {
      const svg = draw(kind, [
        ['', 'x'],
        ['a', value],
        ['b', value],
      ])
      expect(svg).toContain('<svg')
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      expect(
        draw(kind, [
          ['', 'x'],
          ['a', value],
        ]),
      ).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})
