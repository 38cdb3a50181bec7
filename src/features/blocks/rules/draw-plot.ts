import { numberFormat } from '#kernel/format-count.ts'
import { place } from '#kernel/time/place.ts'
import {
  createMarks,
  type Drawing,
  LINE_HEIGHT,
  NARROW_WIDTH,
  round,
  seriesClass,
  textWidth,
  toPercent,
  wrapText,
} from './draw-marks.ts'

/** Pixels. */
const TOP = 10
const PLOT_HEIGHT = 240
const LABEL_GAP = 8
/** The empty share of a group of columns. */
const GROUP_GAP = 0.25
const MAX_LABEL_LINES = 3
/** Beside the first and the last point, in pixels. */
const POINT_MARGIN = 6
const MAX_LABEL_MARGIN = 24
/** More points are shown as a line alone. */
const MAX_MARKED_POINTS = 12

/** Draws columns or lines above the labels of the rows, with an axis at the start. */
export function drawPlot(drawing: Drawing) {
  const { kind, low, high, ticks, isRightToLeft } = drawing
  const { text, rule } = createMarks(isRightToLeft)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * PLOT_HEIGHT
  const names = ticks.map(createTickFormat(drawing))
  const start = toPercent(Math.max(...names.map(textWidth)) + LABEL_GAP)
  const grid = ticks.map(
    (tick, index) =>
      rule({ from: start, to: 100, y: y(tick), isStrong: tick === 0 }) +
      text(names[index] ?? '', { x: start, y: y(tick), shift: -LABEL_GAP, anchor: 'end', isMuted: true }),
  )
  const centers = kind === 'line' ? placePoints(drawing, start) : placeGroups(drawing, start)
  const marks = kind === 'line' ? drawLines(drawing, centers, y) : drawColumns(drawing, start, y)
  const labels = drawLabels(drawing, centers, start)
  return {
    height: TOP + PLOT_HEIGHT + LABEL_GAP + labels.height,
    content: [...grid, ...marks, labels.content].join(''),
  }
}

/** Returns how the axis writes its numbers: in the format of the newspaper. */
function createTickFormat({ ticks, unit }: Drawing): (tick: number) => string {
  const notation = Math.max(...ticks.map(Math.abs)) >= 1e6 ? 'compact' : 'standard'
  const format = numberFormat(place().locale, { maximumSignificantDigits: 6, notation })
  return (tick) => `${tick < 0 ? '−' : ''}${unit.before}${format.format(Math.abs(tick))}${unit.after}`
}

function placeGroups({ labels }: Drawing, start: number): number[] {
  const width = (100 - start) / labels.length
  return labels.map((_, index) => start + (index + 0.5) * width)
}

/** Years and dates have the distances of their times. */
function placePoints({ labels }: Drawing, start: number): number[] {
  const times = labels.map((label) => (DATE.test(label) ? Date.parse(label) : Number.NaN))
  const isInOrder = times.every((time, index) => index === 0 || time > (times[index - 1] ?? Number.NaN))
  const places = isInOrder && !times.some(Number.isNaN) ? times : labels.map((_, index) => index)
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const margin = toPercent(POINT_MARGIN)
  const labelMargin = toPercent(Math.min(textWidth(labels.at(-1) ?? '') / 2, MAX_LABEL_MARGIN))
  const width = 100 - start - margin - labelMargin
  return places.map(
    (place) => start + margin + (last === first ? 0.5 : (place - first) / (last - first)) * width,
  )
}

const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/

function drawColumns(
  { labels, series, isRightToLeft }: Drawing,
  start: number,
  y: (value: number) => number,
) {
  const { rect } = createMarks(isRightToLeft)
  const group = (100 - start) / labels.length
  const width = (group * (1 - GROUP_GAP)) / series.length
  return series.map(({ values }, column) => {
    const columns = values.map((value, row) => {
      if (value === null) return ''
      const x = start + group * (row + GROUP_GAP / 2) + width * column
      return rect({ x, y: Math.min(y(0), y(value)), width, height: Math.abs(y(value) - y(0)) })
    })
    return `<g fill="currentcolor" class="${seriesClass(column)}">${columns.join('')}</g>`
  })
}

/** Lines end where a value is missing. */
function drawLines(
  { series, isRightToLeft }: Drawing,
  centers: readonly number[],
  y: (value: number) => number,
) {
  const { point, x } = createMarks(isRightToLeft)
  return series.map(({ values }, column) => {
    const lines: string[][] = [[]]
    const points: string[] = []
    for (const [row, value] of values.entries()) {
      const center = centers[row] ?? 0
      const isAlone = (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null
      if (value === null) lines.push([])
      else {
        lines.at(-1)?.push(`${round(x(center) * 10)},${round(y(value))}`)
        if (isAlone || values.length <= MAX_MARKED_POINTS) points.push(point({ x: center, y: y(value) }))
      }
    }
    const drawn = lines
      .filter(({ length }) => length > 1)
      .map((line) => `<polyline class="chart-line" points="${line.join(' ')}"/>`)
    // Stretches the line to the width, but not its stroke.
    const stretched =
      drawn.length > 0
        ? `<svg width="100%" height="${TOP + PLOT_HEIGHT}" viewBox="0 0 1000 ${TOP + PLOT_HEIGHT}" preserveAspectRatio="none" overflow="visible">${drawn.join('')}</svg>`
        : ''
    return `<g fill="currentcolor" class="${seriesClass(column)}">${stretched}${points.join('')}</g>`
  })
}

/** Draws labels on several lines, or only some of them if they are too wide for that. */
function drawLabels({ labels, isRightToLeft }: Drawing, centers: readonly number[], start: number) {
  const { text } = createMarks(isRightToLeft)
  const distance =
    (((centers.at(-1) ?? 0) - (centers[0] ?? 0)) / Math.max(labels.length - 1, 1)) * (NARROW_WIDTH / 100)
  const available = labels.length > 1 ? distance - LABEL_GAP : NARROW_WIDTH - (start / 100) * NARROW_WIDTH
  const wrapped = labels.map((label) => wrapText(label, available))
  const isFitting = wrapped.every(
    (lines) => lines.length <= MAX_LABEL_LINES && lines.every((line) => textWidth(line) <= available),
  )
  const lineCount = isFitting ? Math.max(...wrapped.map(({ length }) => length)) : 1
  const widest = Math.max(...labels.map(textWidth))
  const step = isFitting ? 1 : Math.ceil((widest + LABEL_GAP) / distance)
  const top = TOP + PLOT_HEIGHT + LABEL_GAP + LINE_HEIGHT / 2
  const content: string[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const [index, label] of labels.entries()) {
    const center = centers[index] ?? 0
    const lines = isFitting ? (wrapped[index] ?? []) : [label]
    const half = toPercent(Math.max(...lines.map(textWidth)) / 2)
    const left = Math.max(0, Math.min(center - half, 100 - 2 * half))
    // Dates may be close to each other.
    if (index % step > 0 || left < end + toPercent(LABEL_GAP) / 2) continue
    end = left + 2 * half
    const isAtStart = left > center - half
    const isAtEnd = left < center - half
    const anchor = isAtStart ? 'start' : isAtEnd ? 'end' : 'middle'
    const x = isAtStart ? 0 : isAtEnd ? 100 : center
    for (const [line, words] of lines.entries())
      content.push(text(words, { x, y: top + line * LINE_HEIGHT, anchor }))
  }
  return { height: lineCount * LINE_HEIGHT, content: content.join('') }
}
