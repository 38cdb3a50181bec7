import type { ToastMessage } from '#ui/render-toast.tsx'
import { publishDraftFn, reviewDraftFn, saveDraftFn } from '../newsroom.functions.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import { publishFailure } from '../rules/publish-labels.ts'
import type { PublishOutcome } from '../server/publish-draft.server.ts'
import type { ReviewOutcome as ReviewResult } from '../server/review-draft.server.ts'
import type { SaveOutcome as DraftOutcome } from '../server/save-draft.server.ts'
import type { UpdateChoice } from './PublishDialog.tsx'
import { formatScheduleTime } from './ScheduleDialog.tsx'

/** The ways to save the text of the editor. */
export type SaveAction =
  | { kind: 'save' }
  | ({ kind: 'publish'; isFirst: boolean } & UpdateChoice)
  | { kind: 'schedule'; plannedAt: Date }
  | { kind: 'submit'; note: string }

/** `reviewed` has the version that was submitted. */
export type SaveOutcome =
  | DraftOutcome
  | PublishOutcome
  | Exclude<ReviewResult, { kind: 'reviewed' }>
  | (Extract<ReviewResult, { kind: 'reviewed' }> & { version: string })

type Save = { requestId: string; id: string; version: string | null; form: ArticleForm }

export async function sendSave(
  action: SaveAction,
  { requestId, id, version, form }: Save,
): Promise<SaveOutcome> {
  const edit = { id, version, form }
  switch (action.kind) {
    case 'save':
      return saveDraftFn({ data: edit })
    case 'submit': {
      const saved = await saveDraftFn({ data: edit })
      if (saved.kind !== 'saved') return saved
      const seen = { version: saved.version }
      const review = { kind: 'submit' as const, id, seen, note: action.note }
      const reviewed = await reviewDraftFn({ data: review })
      return reviewed.kind === 'reviewed' ? { ...reviewed, version: saved.version } : reviewed
    }
    case 'schedule':
      return publishDraftFn({
        data: {
          ...edit,
          publicationId: requestId,
          updateKind: 'update',
          plannedAt: action.plannedAt.toISOString(),
        },
      })
    case 'publish': {
      const { isFirst, updateKind, correction } = action
      return publishDraftFn({ data: { ...edit, publicationId: requestId, isFirst, updateKind, correction } })
    }
  }
}

/** Spec §8. */
export function failureMessage(action: SaveAction): string {
  if (action.kind === 'save') return 'Failed to save draft'
  if (action.kind === 'submit') return 'Failed to submit article'
  if (action.kind === 'schedule') return 'Failed to schedule article'
  return publishFailure(action.isFirst)
}

/** Spec §8. */
export function successToast(action: SaveAction, outcome: SaveOutcome): ToastMessage {
  if (outcome.kind === 'scheduled')
    return { title: 'Publication scheduled', text: formatScheduleTime(outcome.plannedAt) }
  if (action.kind === 'submit') return { title: 'Submitted for review' }
  if (action.kind === 'save') return { title: 'Draft saved' }
  return {
    title: `Article ${action.kind === 'publish' && action.isFirst ? 'created' : 'updated'} successfully`,
  }
}
