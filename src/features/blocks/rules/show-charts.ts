import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { findCharts } from './chart-figure.ts'
import { drawChart } from './draw-chart.ts'

/**
 * Adds their drawings to the charts of a text, with their tables behind them. A chart that cannot be drawn remains a table.
 *
 * @param html sanitised
 */
export function showCharts(html: string): string {
  if (!html.includes('data-chart="')) return html
  let shown = ''
  let end = 0
  for (const { chart, table } of findCharts(html)) {
    const drawing = drawChart(chart)
    if (!drawing) continue
    const source = html.slice(table.start, table.end)
    shown += `${html.slice(end, table.start)}${drawing}<details><summary>${phraseHtml('Show the data')}</summary><div>${source}</div></details>`
    end = table.end
  }
  return shown + html.slice(end)
}
