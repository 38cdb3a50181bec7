import { mapElements } from '#kernel/text/map-elements.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { findCharts } from './chart-figure.ts'
import { drawChart } from './draw-chart.ts'

/**
 * Adds their drawings to the charts of a text, with their tables behind them. A chart that cannot be drawn remains a table.
 *
 * @param html sanitised
 */
export function showCharts(html: string): string {
  return mapElements(html, 'figure', (figure) =>
    figure.includes('data-chart="') ? showChart(figure) : figure,
  )
}

function showChart(figure: string): string {
  const [found] = findCharts(figure)
  const drawing = found && drawChart(found.chart)
  if (!drawing) return figure
  const { start, end } = found.table
  const data = `<details><summary>${phraseHtml('Show the data')}</summary><div>${figure.slice(start, end)}</div></details>`
  return figure.slice(0, start) + drawing + data + figure.slice(end)
}
