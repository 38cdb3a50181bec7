import { extent, nice, ticks } from 'd3-array'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { type ChartCells, type ChartData, type ChartKind, readChartData } from './chart-data.ts'
import { drawBars } from './draw-bars.ts'
import { type Drawing, seriesClass } from './draw-marks.ts'
import { drawPlot } from './draw-plot.ts'

export type Chart = {
  kind: ChartKind
  title: string
  /** Describes the data and its unit. */
  description: string
  source: string
  cells: ChartCells
}

const TICKS = 5

/**
 * Draws a chart as SVG for the HTML of a page, with a legend if there are several series; empty if its table cannot be
 * charted. Lengths across are percentages of the width, so that texts have the same size at each.
 */
export function drawChart(chart: Chart): string {
  const { kind, title, cells } = chart
  const reading = readChartData(cells, kind)
  if (reading.kind === 'refused') return ''
  const { data } = reading
  const isRightToLeft = textDirection([title, ...cells.flat()].join(' ')) === 'rtl'
  const drawing = { ...data, ...scaleOf(data, kind), kind, cells, isRightToLeft }
  const { height, content } = kind === 'bar' ? drawBars(drawing) : drawPlot(drawing)
  const texts = `<title>${escapeHtml(title || kindName(kind))}</title><desc>${escapeHtml(summarise(chart, data))}</desc>`
  return `${writeLegend(data, kind)}<svg role="img" width="100%" height="${height}">${texts}${content}</svg>`
}

function kindName(kind: ChartKind): string {
  const names = { bar: phrase('Bar chart'), column: phrase('Column chart'), line: phrase('Line chart') }
  return names[kind]
}

/** Bars and columns start at zero; lines do if the values are not far from it. */
function scaleOf({ series }: ChartData, kind: ChartKind): Pick<Drawing, 'low' | 'high' | 'ticks'> {
  const [min = 0, max = 0] = extent(series.flatMap(({ values }) => values.filter((value) => value !== null)))
  const isFromZero = kind !== 'line' || min === max || (min > 0 ? min < max / 2 : max > min / 2)
  const [from, to] = isFromZero ? [Math.min(0, min), Math.max(0, max)] : [min, max]
  if (from === to) return { low: 0, high: 1, ticks: [0, 1] }
  if (kind === 'bar') return { low: from, high: to, ticks: [] }
  const [low, high] = nice(from, to, TICKS)
  return { low, high, ticks: ticks(low, high, TICKS) }
}

/** The description of the author, and the range of the values in the words of the table. */
function summarise({ kind, description, cells }: Chart, { series, labels }: ChartData): string {
  const points = series.flatMap(({ name, values }, column) =>
    values.flatMap((value, row) =>
      value === null
        ? []
        : [{ value, name, label: labels[row] ?? '', text: cells[row + 1]?.[column + 1] ?? '' }],
    ),
  )
  const sorted = points.toSorted((one, other) => one.value - other.value)
  const place = ({ text, label, name }: (typeof points)[number]) =>
    `${text} (${[label, series.length > 1 && name].filter(Boolean).join(', ')})`
  const [least, most] = [sorted[0], sorted.at(-1)]
  const chart = kindName(kind)
  const values = plural(points.length, '{count} value', '{count} values')
  const range =
    least && most && least !== most
      ? phrase('{chart} of {values} from {least} to {most}.', {
          chart,
          values,
          least: place(least),
          most: place(most),
        })
      : phrase('{chart} of {values}.', { chart, values })
  return [description, range].filter(Boolean).join(' ')
}

function writeLegend({ series }: ChartData, kind: ChartKind): string {
  if (series.length < 2) return ''
  const items = series.map(({ name }, index) => {
    const sign =
      kind === 'line'
        ? `<line x1="0" y1="6" x2="24" y2="6" class="chart-line"/>`
        : '<rect width="12" height="12" fill="currentcolor"/>'
    const svg = `<svg aria-hidden="true" width="${kind === 'line' ? 24 : 12}" height="12" class="${seriesClass(index)}">${sign}</svg>`
    return `<li>${svg}${escapeHtml(name)}</li>`
  })
  return `<ul class="chart-legend">${items.join('')}</ul>`
}
