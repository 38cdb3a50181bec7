import type { DOMOutputSpec } from '@tiptap/pm/model'
import { collapseSpace } from '#kernel/text/text.ts'
import { type Span, walkHtml } from '#kernel/text/walk-html.ts'
import { CHART_KINDS } from './chart-data.ts'
import type { Chart } from './draw-chart.ts'

/** Returns the stored element, which is also what feeds get: the table. `showCharts` adds the drawing. */
export function writeChart({
  kind,
  title,
  description,
  source,
  cells: [headings = [], ...rows],
}: Chart): DOMOutputSpec {
  const row = ([label = '', ...values]: readonly string[]) => [
    'tr',
    ['th', { scope: 'row' }, label],
    ...values.map((value) => ['td', value]),
  ]
  return [
    'figure',
    { class: 'chart', 'data-chart': kind },
    ...(title ? [['p', ['strong', title]]] : []),
    ...(description ? [['p', description]] : []),
    [
      'table',
      ['thead', ['tr', ...headings.map((heading) => ['th', { scope: 'col' }, heading])]],
      ['tbody', ...rows.map(row)],
    ],
    ...(source ? [['figcaption', source]] : []),
  ]
}

/** The spans are those of the figure's start tag and of its table. */
type StoredChart = { chart: Chart; start: Span; table: Span }

type Reading = Omit<StoredChart, 'chart'> & { chart: Omit<Chart, 'cells'> & { cells: string[][] } }

/** Finds the charts in HTML as {@link writeChart} stores it. Their tables may not be what a chart can show. */
export function findCharts(html: string): StoredChart[] {
  const found: StoredChart[] = []
  let current: Reading | undefined
  let place: 'cell' | 'title' | 'description' | 'source' | undefined
  walkHtml(html, {
    open(name, attributes, span) {
      if (name === 'figure' && attributes.class?.split(' ').includes('chart')) {
        const kind = CHART_KINDS.find((one) => one === attributes['data-chart']) ?? 'bar'
        const chart = { kind, title: '', description: '', source: '', cells: [] }
        current = { chart, start: span, table: { start: 0, end: 0 } }
        return
      }
      if (!current) return
      const { cells } = current.chart
      if (name === 'table') current.table.start = span.start
      if (name === 'tr') cells.push([])
      if (name === 'td' || name === 'th') {
        cells.at(-1)?.push('')
        place = 'cell'
      }
      if (name === 'p') place = 'description'
      if (name === 'strong' && place === 'description') place = 'title'
      if (name === 'figcaption') place = 'source'
    },
    close(name, span, isImplied) {
      if (!current) return
      if (name === 'table' && !isImplied) current.table.end = span.end
      if (['td', 'th', 'p', 'figcaption'].includes(name)) place = undefined
      if (name !== 'figure') return
      if (current.table.end > 0) found.push({ ...current, chart: withoutSpace(current.chart) })
      current = undefined
    },
    text(text) {
      if (!current || !place) return
      const row = current.chart.cells.at(-1)
      if (place !== 'cell') current.chart[place] += text
      else row?.push((row.pop() ?? '') + text)
    },
  })
  return found
}

function withoutSpace({ kind, title, description, source, cells }: Chart): Chart {
  const [name = '', about = '', origin = ''] = [title, description, source].map(collapseSpace)
  return {
    kind,
    title: name,
    description: about,
    source: origin,
    cells: cells.map((row) => row.map(collapseSpace)),
  }
}
