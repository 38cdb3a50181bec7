import type { Correction, UpdateChoice } from '#features/drafts/rules/publication-forms.ts'
import { publishFailure } from '#features/drafts/rules/publish-labels.ts'
import {
  publishDraftFn,
  restoreRevisionFn,
  reviewDraftFn,
  saveDraftFn,
} from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import type { PublishOutcome } from '#features/publishing/server/publish-draft.server.ts'
import type { ReviewOutcome } from '#features/publishing/server/review-draft.server.ts'
import type { SaveOutcome as DraftOutcome } from '#features/publishing/server/save-draft.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatZonedTime } from '#kernel/time/zoned-time.ts'
import type { ToastMessage } from '#ui/render-toast.tsx'

export type SaveAction =
  | { kind: 'save' }
  | ({ kind: 'publish'; isFirst: boolean } & UpdateChoice)
  | ({ kind: 'schedule'; plannedAt: Date } & UpdateChoice)
  | { kind: 'submit'; note: string; correction: Correction | null }
  | { kind: 'restore'; number: number }

/** Publishes an article that readers do not see yet, or no longer. */
export function firstPublication(stored: Draft | undefined): SaveAction {
  return { kind: 'publish', isFirst: !stored?.withdrawal, updateKind: 'update' }
}

export type SaveOutcome = DraftOutcome | PublishOutcome | ReviewOutcome

type Save = {
  requestId: string
  id: string
  base: { version: number }
  /** The id of the editor. */
  client: string
}

export async function sendSave(
  action: SaveAction,
  { requestId, id, base, client }: Save,
): Promise<SaveOutcome> {
  switch (action.kind) {
    case 'save':
      return saveDraftFn({ data: { id, base } })
    case 'restore':
      return restoreRevisionFn({ data: { id, number: action.number, version: base.version, client } })
    case 'submit':
      return reviewDraftFn({
        data: { kind: 'submit', id, base, note: action.note, correction: action.correction },
      })
    case 'schedule': {
      const { kind: _, plannedAt, ...choice } = action
      return publishDraftFn({
        data: { publicationId: requestId, id, base, plannedAt: plannedAt.toISOString(), ...choice },
      })
    }
    case 'publish': {
      const { kind: _, ...choice } = action
      return publishDraftFn({ data: { publicationId: requestId, id, base, ...choice } })
    }
  }
}

/** Spec §8. */
export function failureMessage(action: SaveAction): string {
  if (action.kind === 'save') return phrase('Failed to save draft')
  if (action.kind === 'submit') return phrase('Failed to submit article')
  if (action.kind === 'restore') return phrase('Failed to restore revision')
  if (action.kind === 'schedule') return phrase('Failed to schedule article')
  return publishFailure(action.isFirst)
}

/** Spec §8. */
export function successToast(action: SaveAction, outcome: SaveOutcome): ToastMessage {
  if (outcome.kind === 'scheduled')
    return { title: phrase('Publication scheduled'), text: formatZonedTime(outcome.plannedAt) }
  if (action.kind === 'submit') return { title: phrase('Submitted for review') }
  if (action.kind === 'save') return { title: phrase('Draft saved') }
  if (action.kind === 'restore')
    return { title: phrase('Revision {number} restored', { number: action.number }) }
  return {
    title:
      action.kind === 'publish' && action.isFirst
        ? phrase('Article created successfully')
        : phrase('Article updated successfully'),
  }
}
