import type { CorrectionKind } from './newsroom-states.ts'
import { phrase } from './text/phrase.ts'

/** Returns what readers see; `CORRECTION_LABELS` are for the newsroom. */
export function correctionLabel(kind: CorrectionKind): string {
  const labels = {
    correction: phrase('Correction'),
    clarification: phrase('Clarification'),
    update: phrase('Update'),
    retraction: phrase('Retraction'),
  }
  return labels[kind]
}
