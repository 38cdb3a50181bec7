const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 2 })

/** A figure beside a chart, where there is little room: "1.2M"; the table behind the chart tells it exactly. */
export function axisLabel(figure: number): string {
  return SHORT.format(figure)
}
