import { phrase } from '#kernel/text/phrase.ts'
import { storableText } from '#kernel/text/text.ts'

/** In UTF-16 code units. Captions of a film of two hours have about half. */
export const MAX_CAPTIONS_LENGTH = 300_000
const MAX_CUES = 10_000
const MAX_NAME_LENGTH = 100

export type Captions =
  | { kind: 'captions'; text: string; count: number }
  /** `reason` is a sentence for the person who chose the file. */
  | { kind: 'invalid'; reason: string }

/** SubRip has commas. */
const TIMES =
  /^[ \t]*((?:\d{1,3}:)?\d{1,2}:[0-5]\d[.,]\d{3})[ \t]*-->[ \t]*((?:\d{1,3}:)?\d{1,2}:[0-5]\d[.,]\d{3})(.*)$/

const SETTINGS: readonly RegExp[] = [
  /^vertical:(?:rl|lr)$/,
  /^line:-?\d{1,3}(?:\.\d{1,3})?%?(?:,(?:start|center|end))?$/,
  /^position:\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?$/,
  /^size:\d{1,3}(?:\.\d{1,3})?%$/,
  /^align:(?:start|center|end|left|right)$/,
]

/**
 * Rewrites a captions file (https://www.w3.org/TR/webvtt1/, or SubRip) so that only cues are left: their times, positions
 * and texts with voices, bold, italics and underlines. Styles, regions, comments and other markup are removed.
 */
export function rewriteCaptions(given: string): Captions {
  if (given.length > MAX_CAPTIONS_LENGTH) return invalid(phrase('The captions file is too long.'))
  const text = storableText(given)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
  const cues = text.split(/\n[ \t]*(?:\n[ \t]*)+/).flatMap((block) => writeCue(block.split('\n')) ?? [])
  if (cues.length === 0)
    return invalid(phrase('No captions were found. Choose a WebVTT (.vtt) or SubRip (.srt) file.'))
  if (cues.length > MAX_CUES)
    return invalid(phrase('The file has more than {max} captions.', { max: MAX_CUES }))
  const rewritten = `WEBVTT\n\n${cues.join('\n\n')}\n`
  // Escaped characters are longer.
  if (rewritten.length > MAX_CAPTIONS_LENGTH) return invalid(phrase('The captions file is too long.'))
  return { kind: 'captions', text: rewritten, count: cues.length }
}

function invalid(reason: string): Captions {
  return { kind: 'invalid', reason }
}

/** An identifier may stand above the times. */
function writeCue(lines: readonly string[]): string | undefined {
  const index = lines.slice(0, 3).findIndex((line) => TIMES.test(line))
  const [, start = '', end = '', settings = ''] = TIMES.exec(lines[index] ?? '') ?? []
  const [from, to] = [secondsOf(start), secondsOf(end)]
  const payload = lines
    .slice(index + 1)
    .map(writeText)
    .filter(Boolean)
  if (index < 0 || !(to > from) || payload.length === 0) return undefined
  const kept = settings.split(/[ \t]+/).filter((setting) => SETTINGS.some((known) => known.test(setting)))
  return [[`${formatTime(from)} --> ${formatTime(to)}`, ...kept].join(' '), ...payload].join('\n')
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((total, part) => total * 60 + Number(part), 0)
}

function formatTime(seconds: number): string {
  const ms = Math.round(seconds * 1_000)
  const part = (value: number, length = 2) => String(value).padStart(length, '0')
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60]
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}.${part(ms % 1_000, 3)}`
}

const TOKEN = /<[/.\w][^<>]*>|[^<]+|</g
const PLAIN_TAG = /^<\/?[biu]>$/
const VOICE = /^<v(?:\.[^\s<>]*)?[ \t]([^<>]+)>$/

function writeText(line: string): string {
  return (line.trim().match(TOKEN) ?? []).map(writeToken).join('').trim()
}

function writeToken(token: string): string {
  if (PLAIN_TAG.test(token) || token === '</v>') return token
  const name = decode(VOICE.exec(token)?.[1] ?? '').trim()
  if (name) return `<v ${escapeText(name.slice(0, MAX_NAME_LENGTH).trim())}>`
  return token.length > 1 && token.startsWith('<') ? '' : escapeText(decode(token))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
  '&amp;': '&',
}

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|nbsp|lrm|rlm|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}

/** Without "-->", a text cannot look like the times of another cue. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
