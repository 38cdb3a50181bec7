import { formatDay } from '#kernel/dates.ts'
import { CORRECTION_LABELS, type CorrectionKind } from '#kernel/newsroom-states.ts'
import { escapeHtml } from '#kernel/text.ts'

/** A public note in plain text (newsroom §2, Correction). `at` is in ISO 8601. */
export type Correction = { kind: CorrectionKind; text: string; at: string }

/** Retractions above the HTML of a body, other corrections below it. */
export function addCorrections(body: string, corrections: readonly Correction[]): string {
  const retractions = corrections.filter(({ kind }) => kind === 'retraction')
  const others = corrections.filter(({ kind }) => kind !== 'retraction')
  return toHtml(retractions, 'pb-4') + body + toHtml(others, 'pt-4')
}

function toHtml(corrections: readonly Correction[], padding: string): string {
  if (corrections.length === 0) return ''
  const notes = corrections.map(
    ({ kind, text, at }) =>
      `<p><strong>${CORRECTION_LABELS[kind]}, <time datetime="${at}">${formatDay(at)}</time>:</strong> ${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
  )
  return `<section aria-label="Corrections" class="${padding} text-16"><div class="border-l-3 border-accent pl-4">${notes.join('')}</div></section>`
}

/** schema.org's CorrectionComment. */
export function correctionJsonLd({ text, at }: Correction) {
  return { '@type': 'CorrectionComment' as const, text, datePublished: at }
}
