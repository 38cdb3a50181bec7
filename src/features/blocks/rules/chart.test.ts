import { getSchema, Node } from '@tiptap/core'
import { DOMParser as DocumentParser, type Schema } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { htmlBlocks } from '#kernel/text/html-text.ts'
import { sanitiseBody, sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { BLOCK_MARKUP } from './blocks.ts'
import { chart, chartHtml } from './chart.ts'
import { writeChart } from './chart-figure.ts'
import type { Chart } from './draw-chart.ts'
import { showCharts } from './show-charts.ts'
import { writeHtml } from './write-html.ts'

const schema: Schema = getSchema([
  Node.create({ name: 'doc', topNode: true, content: 'figure*' }),
  Node.create({ name: 'text', group: 'inline' }),
  ...chart.extensions,
])

const TURNOUT: Chart = {
  kind: 'column',
  title: 'Turnout rose in the north',
  description: 'Per cent of voters',
  source: 'Source: City council',
  cells: [
    ['Ward', '2022', '2026'],
    ['North & East', '41.5%', '44%'],
    ['South', '', '38%'],
  ],
}

const write = (attributes: Chart) => writeHtml(writeChart(attributes), '')

function read(html: string): Chart | undefined {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const [node] = DocumentParser.fromSchema(schema).parse(document.body).children
  return node?.attrs as Chart | undefined
}

const elementsOf = (html: string) => [
  ...parseHTML(`<html><body>${html}</body></html>`).document.body.querySelectorAll('*'),
]

describe('chart', () => {
  it('is stored as a table with its title, description and source', () => {
    expect(write(TURNOUT)).toBe(
      '<figure class="chart" data-chart="column"><p><strong>Turnout rose in the north</strong></p><p>Per cent of voters</p>' +
        '<table><thead><tr><th scope="col">Ward</th><th scope="col">2022</th><th scope="col">2026</th></tr></thead><tbody>' +
        '<tr><th scope="row">North &amp; East</th><td>41.5%</td><td>44%</td></tr><tr><th scope="row">South</th><td></td><td>38%</td></tr>' +
        '</tbody></table><figcaption>Source: City council</figcaption></figure>',
    )
  })

  it('is found by its words', () => {
    expect(htmlBlocks(write(TURNOUT))).toEqual([
      'Turnout rose in the north',
      'Per cent of voters',
      'Ward, 2022, 2026',
      'North & East, 41.5%, 44%',
      'South, , 38%',
    ])
    expect(chart.plainText?.(TURNOUT)).toContain('\nNorth & East\t41.5%\t44%\n')
  })

  it.each([
    ['all texts', TURNOUT],
    ['a title alone', { ...TURNOUT, description: '', source: '' }],
    ['a description alone', { ...TURNOUT, title: '', source: '' }],
    ['no texts', { ...TURNOUT, title: '', description: '', source: '' }],
    [
      'hostile texts',
      { ...TURNOUT, title: HOSTILE_HTML[0] ?? '', description: '"><x>', source: "' onload='" },
    ],
  ])('is read as it was stored, also after it was sanitised: with %s', (_, attributes) => {
    expect(read(write(attributes))).toEqual(attributes)
    expect(read(sanitiseOwnBody(write(attributes), BLOCK_MARKUP))).toEqual(attributes)
  })

  it.each(HOSTILE_HTML)('escapes what others have written: %s', (hostile) => {
    const attributes: Chart = {
      ...TURNOUT,
      title: hostile,
      description: hostile,
      source: hostile,
      cells: [
        [hostile, `1 ${hostile}`, `2 ${hostile}`],
        [`3 ${hostile}`, '1', '2'],
      ].map((row) => row.map((cell) => cell.slice(0, 60))),
    }
    for (const kind of ['bar', 'column', 'line'] as const) {
      const elements = elementsOf(chartHtml({ ...attributes, kind }))
      const names = new Set(elements.map(({ localName }) => localName))
      for (const name of [
        ...'figure p strong ul li svg title desc g rect line circle polyline text'.split(' '),
        ...'details summary div table thead tbody tr th td figcaption'.split(' '),
      ])
        names.delete(name)
      expect([...names]).toEqual([])
      const attributeNames = elements.flatMap((element) => [...element.attributes].map(({ name }) => name))
      expect(attributeNames.filter((name) => name.startsWith('on') || name === 'href')).toEqual([])
    }
  })

  it.each([
    ['a type that is none', { kind: 'pie' }],
    ['a title that is too long', { title: 'x'.repeat(151) }],
    ['a title that is no text', { title: { toString: (): string => 'x' } }],
    ['no table', { cells: 'x' }],
    ['a table without values', { cells: [['Ward', 'Votes']] }],
    ['rows of different lengths', { cells: [['Ward', 'Votes'], ['North']] }],
    [
      'cells that are no texts',
      {
        cells: [
          ['Ward', 'Votes'],
          ['North', 3],
        ],
      },
    ],
    [
      'cells that are too long',
      {
        cells: [
          ['Ward', 'Votes'],
          ['x'.repeat(61), '3'],
        ],
      },
    ],
    ['too many rows', { cells: Array.from({ length: 52 }, () => ['a', '1']) }],
    ['too many columns', { cells: Array.from({ length: 2 }, () => Array(8).fill('1')) }],
  ])('refuses the steps of a browser that sends %s', (_, attributes) => {
    expect(() =>
      schema.node('doc', null, [schema.node('chart', { ...TURNOUT, ...attributes })]).check(),
    ).toThrow(RangeError)
  })
})

describe('showCharts', () => {
  it('puts the drawing before the table', () => {
    const html = showCharts(`<p>Before</p>${write(TURNOUT)}<p>After</p>`)
    expect(html).toMatch(
      /^<p>Before<\/p><figure class="chart" .*<\/p><ul class="chart-legend">.*<\/ul><svg role="img" .*<\/svg><details><summary>Show the data<\/summary><div><table>.*<\/table><\/div><\/details><figcaption>Source: City council<\/figcaption><\/figure><p>After<\/p>$/,
    )
    expect(html).toContain('<title>Turnout rose in the north</title>')
    expect(html).toContain(
      '<desc>Per cent of voters Column chart of 3 values from 38% (South, 2026) to 44% (North &amp; East, 2026).</desc>',
    )
  })

  it('shows several charts', () => {
    const html = showCharts(write(TURNOUT) + write({ ...TURNOUT, title: 'Second' }))
    expect(html.match(/<svg role="img"/g)).toHaveLength(2)
  })

  it('leaves a table as it is that no chart can show, and other figures', () => {
    for (const html of [
      write({
        ...TURNOUT,
        cells: [
          ['Ward', 'Votes'],
          ['North', 'many'],
        ],
      }),
      '<figure class="chart" data-chart="bar"><p>Words</p></figure>',
      write(TURNOUT).replace('class="chart"', 'class="other"'),
    ])
      expect(showCharts(html)).toBe(html)
  })

  it('draws nothing in the texts of feeds', () => {
    const html = sanitiseBody(write(TURNOUT))
    expect(html).toContain('<td>44%</td>')
    expect(showCharts(html)).toBe(html)
    expect(html).not.toMatch(/chart/)
  })
})
