import { phrase } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import type { LookState } from '../server/looks.server.ts'
import { LookFields } from './LookFields.tsx'
import { LookHistory } from './LookHistory.tsx'
import { LookMenu } from './LookMenu.tsx'
import { LookPreview } from './LookPreview.tsx'
import { type LookDraft, useLookDraft } from './useLookDraft.ts'

type Props = { state: LookState; onReload: () => Promise<void> }

export function LookEditor({ state, onReload }: Props) {
  const draft = useLookDraft(state, onReload)
  return (
    <>
      <UnsavedChangesGuard isChanged={draft.isUnsaved} />
      <LookBar state={state} draft={draft} />
      <div className="grid gap-6 xl:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <LookFields draft={draft} />
          <LookHistory history={state.history} onChoose={draft.change} />
        </div>
        <LookPreview draft={draft} />
      </div>
    </>
  )
}

function LookBar({ state, draft }: { state: LookState; draft: LookDraft }) {
  const isValid = draft.valid !== undefined
  return (
    <section
      aria-label={phrase('Publication')}
      className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule bg-paper px-4 py-2 md:-mx-6 md:px-6"
    >
      <p role="status" className="flex-1 basis-48 text-13 text-muted">
        {draft.isSaving ? (
          <Badge>{phrase('Saving…')}</Badge>
        ) : !isValid ? (
          <Badge tone="danger">{phrase('Not saved: fix the marked fields')}</Badge>
        ) : draft.isFailed ? (
          <Badge tone="danger">{phrase('Not saved')}</Badge>
        ) : draft.isChanged ? (
          <Badge tone="caution">{phrase('Unpublished changes')}</Badge>
        ) : (
          <Badge tone="good">{phrase('Published')}</Badge>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <LookMenu published={state.history[0]} draft={draft} isValid={isValid} />
        <Button
          variant="primary"
          disabled={!isValid || !draft.isChanged}
          isBusy={draft.isBusy}
          busyText={phrase('Publishing...')}
          onClick={() => void draft.publish()}
        >
          {phrase('Publish')}
        </Button>
      </div>
    </section>
  )
}
