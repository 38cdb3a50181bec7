import { phrase } from '#kernel/text/phrase.ts'
import {
  createMarks,
  type Drawing,
  LINE_HEIGHT,
  NARROW_WIDTH,
  seriesClass,
  textWidth,
  toPercent,
  wrapText,
} from './draw-marks.ts'

/** Pixels. */
const BAR_HEIGHT = 18
const BAR_GAP = 2
const ROW_GAP = 10
const TEXT_GAP = 6
/** Longer labels are above their bars. */
const MAX_SIDE_LABEL = 100

/** Draws bars with their values behind them, below one another. */
export function drawBars({ labels, series, cells, low, high, isRightToLeft }: Drawing) {
  const { text, rect, stroke } = createMarks(isRightToLeft)
  const widest = Math.max(...labels.map(textWidth))
  const isBeside = widest <= MAX_SIDE_LABEL
  const start = isBeside ? toPercent(widest + TEXT_GAP) : 0
  const valueText = (row: number, column: number) => cells[row + 1]?.[column + 1] ?? ''
  // Space for the values of the longest bars.
  const space = (isNegative: boolean) =>
    Math.max(
      0,
      ...series.flatMap(({ values }, column) =>
        values.map((value, row) =>
          value !== null && value < 0 === isNegative
            ? toPercent(textWidth(valueText(row, column)) + TEXT_GAP)
            : 0,
        ),
      ),
    )
  const [from, to] = [start + (low < 0 ? space(true) : 0), 100 - space(false)]
  const at = (value: number) => from + ((value - low) / (high - low)) * Math.max(to - from, 10)
  const zero = at(0)

  let y = 0
  const content: string[] = []
  for (const [row, label] of labels.entries()) {
    const bars = series.length * (BAR_HEIGHT + BAR_GAP) - BAR_GAP
    if (isBeside) content.push(text(label, { x: start, y: y + bars / 2, shift: -TEXT_GAP, anchor: 'end' }))
    else
      for (const line of wrapText(label, NARROW_WIDTH)) {
        content.push(text(line, { x: 0, y: y + LINE_HEIGHT / 2 }))
        y += LINE_HEIGHT
      }
    for (const [column, { values }] of series.entries()) {
      const value = values[row] ?? null
      const middle = y + BAR_HEIGHT / 2
      if (value === null)
        content.push(text(phrase('No data'), { x: zero, y: middle, shift: TEXT_GAP, isMuted: true }))
      else {
        const place = { x: Math.min(zero, at(value)), y, height: BAR_HEIGHT }
        const bar = rect({ ...place, width: Math.abs(at(value) - zero) })
        content.push(`<g fill="currentcolor" class="${seriesClass(column)}">${bar}</g>`)
        content.push(
          text(valueText(row, column), {
            x: at(value),
            y: middle,
            shift: value < 0 ? -TEXT_GAP : TEXT_GAP,
            anchor: value < 0 ? 'end' : 'start',
          }),
        )
      }
      y += BAR_HEIGHT + BAR_GAP
    }
    y += ROW_GAP
  }
  const height = y - ROW_GAP
  if (low < 0) content.push(stroke({ x: zero, from: 0, to: height }))
  return { height, content: content.join('') }
}
