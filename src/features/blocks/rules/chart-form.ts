import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { CHART_KINDS, CHART_LIMITS, type ChartKind, readChartData, tableText } from './chart-data.ts'
import type { Chart } from './draw-chart.ts'
import { readTable } from './read-table.ts'

/** The values of the form. `table` is the text of a table, as pasted or typed. */
export type ChartForm = { kind: ChartKind; table: string; title: string; description: string; source: string }

export const EMPTY_CHART: ChartForm = { kind: 'bar', table: '', title: '', description: '', source: '' }

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => phrase('At most {max} characters.', { max }) })

export const chartForm = z
  .object({
    kind: z.enum(CHART_KINDS),
    table: z.string(),
    title: text(CHART_LIMITS.title).min(1, { error: () => phrase('Enter a title.') }),
    description: text(CHART_LIMITS.description),
    source: text(CHART_LIMITS.source),
  })
  // Reported together with the other errors.
  .refine((form) => readChart(form).problem === undefined, {
    path: ['table'],
    error: ({ input }) => readChart(input as ChartForm).problem,
    when: () => true,
  })

/** Returns the chart, or a sentence that says what is wrong with its table. */
export function readChart({
  table,
  title,
  description,
  source,
  kind,
}: ChartForm): { chart: Chart; problem?: undefined } | { chart?: undefined; problem: string } {
  try {
    const cells = readTable(table)
    const reading = readChartData(cells, kind)
    if (reading.kind === 'refused') return { problem: reading.reason }
    return {
      chart: { kind, title: title.trim(), description: description.trim(), source: source.trim(), cells },
    }
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message }
    throw error
  }
}

export function chartFormOf({ cells, ...chart }: Chart): ChartForm {
  return { ...chart, table: tableText(cells) }
}
