import { escapeHtml } from '#kernel/text/text.ts'
import type { ChartCells, ChartData, ChartKind } from './chart-data.ts'

/** The data of a chart with its scale and direction. */
export type Drawing = ChartData & {
  kind: ChartKind
  cells: ChartCells
  /** The range of the axis. In column and line charts, `low` and `high` are ticks. */
  low: number
  high: number
  ticks: readonly number[]
  /** Mirrors the chart, for texts in languages such as Arabic. */
  isRightToLeft: boolean
}

/** In pixels: the narrowest width at which all texts fit. */
export const NARROW_WIDTH = 320
export const LINE_HEIGHT = 18
/** From the middle of a line to the baseline of its text. */
export const BASELINE = 4.5

/** The style sheet gives each series a colour, and lines a pattern (ui/chart.css). */
export function seriesClass(index: number): string {
  return `chart-series-${index + 1}`
}

/** The first code point of full-width characters, such as those of Chinese and Korean. */
const FIRST_FULL_WIDTH = 0x2e80

/** An estimate in pixels, at 13 px. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) {
    const isWide = '%‰MW'.includes(letter) || (letter.codePointAt(0) ?? 0) >= FIRST_FULL_WIDTH
    width += isWide ? 13 : 7.4
  }
  return width
}

/** Pixels of the narrowest width as a percentage. */
export function toPercent(pixels: number): number {
  return (pixels / NARROW_WIDTH) * 100
}

/** Breaks a text between words into lines that are at most so wide (pixels). A longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const joined = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

type TextPlace = {
  /** Percent, from the side where the text of the article starts. */
  x: number
  /** Pixels, of the middle of the line. */
  y: number
  /** Pixels, away from that side. */
  shift?: number
  anchor?: 'start' | 'middle' | 'end'
  isMuted?: boolean
}

type Marks = {
  text(text: string, place: TextPlace): string
  /** `x` and `width` are percentages, `y` and `height` pixels. */
  rect(place: { x: number; y: number; width: number; height: number }): string
  /** From one percentage to another, at `y` pixels. */
  rule(place: { from: number; to: number; y: number; isStrong?: boolean }): string
  /** Vertical, at a percentage. */
  stroke(place: { x: number; from: number; to: number }): string
  point(place: { x: number; y: number }): string
  x(percent: number): number
}

/** Creates functions that write elements of SVG, mirrored if need be. */
export function createMarks(isRightToLeft: boolean): Marks {
  const across = (percent: number) => round(isRightToLeft ? 100 - percent : percent)
  return {
    text(text, { x, y, shift = 0, anchor = 'start', isMuted = false }) {
      const mirrored = { start: 'end', middle: 'middle', end: 'start' }[anchor]
      const attributes = [
        `x="${across(x)}%" y="${round(y + BASELINE)}"`,
        shift !== 0 && `dx="${isRightToLeft ? -shift : shift}"`,
        `text-anchor="${isRightToLeft ? mirrored : anchor}"`,
        isMuted && 'class="chart-muted"',
      ]
      return `<text ${attributes.filter(Boolean).join(' ')}>${escapeHtml(text)}</text>`
    },
    rect({ x, y, width, height }) {
      const left = isRightToLeft ? 100 - x - width : x
      return `<rect x="${round(left)}%" y="${round(y)}" width="${round(width)}%" height="${round(height)}"/>`
    },
    rule: ({ from, to, y, isStrong = false }) =>
      `<line x1="${across(from)}%" x2="${across(to)}%" y1="${round(y)}" y2="${round(y)}" class="${isStrong ? 'chart-zero' : 'chart-rule'}"/>`,
    stroke: ({ x, from, to }) =>
      `<line x1="${across(x)}%" x2="${across(x)}%" y1="${round(from)}" y2="${round(to)}" class="chart-zero"/>`,
    point: ({ x, y }) => `<circle cx="${across(x)}%" cy="${round(y)}" r="3.5"/>`,
    x: across,
  }
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
