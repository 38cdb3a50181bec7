import type { CorrectionKind } from './newsroom-states.ts'
import { phrase } from './text/phrase.ts'

export function correctionLabel(kind: CorrectionKind): string {
  const labels = {
    correction: phrase('Correction'),
    clarification: phrase('Clarification'),
    update: phrase('Update'),
    retraction: phrase('Retraction'),
  }
  return labels[kind]
}
