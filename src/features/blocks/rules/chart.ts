import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { ChartColumn } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { attribute, type Block, FIGURE, isTextUpTo } from './block.ts'
import { CHART_KINDS, CHART_LIMITS, type ChartCells, readChartData, tableText } from './chart-data.ts'
import { findCharts, writeChart } from './chart-figure.ts'
import type { Chart } from './draw-chart.ts'
import {
  siteNameHtml,
  type WriteEmail,
  writeEmailFigure,
  writeFigcaption,
  writePageLink,
} from './email-form.ts'
import { writeEmailTable } from './email-table.ts'
import { childNamed, hasClass } from './email-tree.ts'
import { showCharts } from './show-charts.ts'
import { writeHtml } from './write-html.ts'

/** Whether each type of chart has space for the table; its numbers may be missing. */
function isTable(value: unknown): value is ChartCells {
  if (!Array.isArray(value) || value.length < 2 || value.length > CHART_LIMITS.rows + 1) return false
  const width = Array.isArray(value[0]) ? value[0].length : 0
  return (
    width >= 2 &&
    width <= CHART_LIMITS.series + 1 &&
    value.every(
      (row) => Array.isArray(row) && row.length === width && row.every(isTextUpTo(CHART_LIMITS.cell)),
    )
  )
}

/** Reads what {@link writeChart} writes; false for other figures. */
function readFigure(figure: HTMLElement): Chart | false {
  const [{ chart } = {}] = findCharts(figure.outerHTML)
  if (!chart || !isTable(chart.cells)) return false
  return {
    ...chart,
    title: chart.title.slice(0, CHART_LIMITS.title),
    description: chart.description.slice(0, CHART_LIMITS.description),
    source: chart.source.slice(0, CHART_LIMITS.source),
  }
}

/** The HTML that readers get. */
export function chartHtml(chart: Chart): string {
  return showCharts(writeHtml(writeChart(chart), ''))
}

function plainText({ title, description, source, cells }: Chart): string {
  return [title, description, tableText(cells), source].filter(Boolean).join('\n')
}

/** Shows the chart as readers get it, with what is wrong with its table. */
function showChart(node: DocumentNode) {
  const dom = document.createElement('div')
  dom.contentEditable = 'false'
  function update({ type, attrs }: DocumentNode): boolean {
    if (type.name !== node.type.name) return false
    dom.innerHTML = chartHtml(attrs as Chart)
    const reading = readChartData(attrs.cells, attrs.kind)
    if (reading.kind === 'refused') {
      const notice = document.createElement('p')
      notice.className = 'chart-notice'
      notice.textContent = reading.reason
      dom.append(notice)
    }
    return true
  }
  update(node)
  return { dom, update, ignoreMutation: () => true }
}

/** The table of the chart, if it is small: mail clients show no SVG. */
const writeEmail: WriteEmail = (element, email) => {
  const table = hasClass(element, 'chart') ? childNamed(element, 'table') : undefined
  if (!table) return undefined
  const source = childNamed(element, 'figcaption')
  const texts = element.children.filter((child) => child !== table && child !== source)
  const link = phraseHtml('See the chart on {name}', { name: siteNameHtml(email) })
  return writeEmailFigure(
    `<div style="margin:0 0 8px">${email.write(texts)}</div>` +
      (writeEmailTable(table, email) ?? '') +
      writeFigcaption(source, email) +
      writePageLink(link, email),
  )
}

const EMPTY: Omit<Chart, 'cells'> = { kind: 'bar', title: '', description: '', source: '' }

export const chart: Block = {
  label: () => phrase('Chart'),
  Icon: ChartColumn,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'chart',
      atom: true,
      addAttributes: () => ({
        kind: attribute((value) => CHART_KINDS.some((kind) => kind === value), EMPTY.kind),
        title: attribute(isTextUpTo(CHART_LIMITS.title), EMPTY.title),
        description: attribute(isTextUpTo(CHART_LIMITS.description), EMPTY.description),
        source: attribute(isTextUpTo(CHART_LIMITS.source), EMPTY.source),
        cells: attribute(isTable),
      }),
      parseHTML: () => [{ tag: 'figure.chart', priority: 60, getAttrs: readFigure }],
      renderHTML: ({ node }) => writeChart(node.attrs as Chart),
      addNodeView:
        () =>
        ({ node }) =>
          showChart(node),
    }),
  ],
  initial: {
    type: 'chart',
    attrs: {
      ...EMPTY,
      cells: [
        ['', 'Votes'],
        ['North', '120'],
        ['South', '90'],
      ],
    },
  },
  settings: [
    {
      kind: 'choice',
      attribute: 'kind',
      label: () => phrase('Type'),
      options: [
        { value: 'bar', label: () => phrase('Bars') },
        { value: 'column', label: () => phrase('Columns') },
        { value: 'line', label: () => phrase('Lines') },
      ],
    },
  ],
  plainText: (attributes) => plainText(attributes as Chart),
  markup: { figure: { classes: ['chart'], attributes: ['data-chart'] } },
  writeEmail,
}
