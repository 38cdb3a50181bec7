import { correctionLabel } from '#kernel/correction-label.ts'
import type { CorrectionKind } from '#kernel/newsroom-states.ts'
import { direction } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'

/** A public note in plain text (newsroom §2, Correction). `at` is in ISO 8601. */
export type Correction = { kind: CorrectionKind; text: string; at: string }

/** Adds retractions above the HTML of a body, and other corrections below it, to which “What changed” links. */
export function addCorrections(body: string, corrections: readonly Correction[]): string {
  const retractions = corrections.filter(({ kind }) => kind === 'retraction')
  const others = corrections.filter(({ kind }) => kind !== 'retraction')
  return (
    toHtml(retractions, 'class="pb-4 text-16"') +
    body +
    toHtml(others, 'id="corrections" class="pt-4 text-16"')
  )
}

function toHtml(corrections: readonly Correction[], attributes: string): string {
  if (corrections.length === 0) return ''
  const notes = corrections.map(
    ({ kind, text, at }) =>
      `<p><strong>${escapeHtml(correctionLabel(kind))}, <time datetime="${at}">${formatDayAndTime(at)}</time>:</strong> <bdi>${escapeHtml(text).replaceAll('\n', '<br>')}</bdi></p>`,
  )
  // The labels are in the language of the newspaper, the texts in that of the article.
  return `<section aria-label="${phraseHtml('Corrections')}" dir="${direction()}" ${attributes}><div class="border-s-3 border-accent ps-4">${notes.join('')}</div></section>`
}

/** schema.org's CorrectionComment. */
export function correctionJsonLd({ text, at }: Correction) {
  return { '@type': 'CorrectionComment' as const, text, datePublished: at }
}
