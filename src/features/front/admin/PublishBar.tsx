import { CalendarClock, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { RowMenu, RowMenuItem } from '#ui/admin/RowMenu.tsx'
import { describeChange } from '../rules/front-names.ts'
import type { FrontState } from '../server/front-drafts.server.ts'
import { ScheduleFrontDialog } from './ScheduleFrontDialog.tsx'
import { usePublishFront } from './usePublishFront.ts'

type Props = {
  state: FrontState
  isSaving: boolean
  onDone: (announcement: string) => void
}

/** The state of the draft, and the buttons that publish, schedule, undo and discard it. */
export function PublishBar({ state, isSaving, onDone }: Props) {
  const { isPublished, undoable, published, scheduled } = state
  const [open, setOpen] = useState<'schedule' | 'discard' | 'undo-publication'>()
  const close = () => setOpen(undefined)
  const actions = usePublishFront(state, onDone)
  const { isBusy } = actions
  return (
    <section
      aria-label="Publication"
      className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule bg-paper px-4 py-2 md:-mx-6 md:px-6"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <PublicationState state={state} isSaving={isSaving} />
        {scheduled.map(({ id, at, by }) => (
          <p key={id} className="flex flex-wrap items-center gap-x-2 text-13">
            <CalendarClock aria-hidden size={14} className="shrink-0" />
            <span>
              Scheduled for <Moment at={at} /> ({zoneLabel()})
              <ByName name={by} />
            </span>
            <button
              type="button"
              onClick={() => actions.cancelSchedule(id)}
              className="min-h-6 cursor-pointer underline underline-offset-2 pointer-coarse:min-h-11"
            >
              Cancel this publication
            </button>
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={!undoable}
          title={
            undoable
              ? `Undo: ${describeChange(undoable.kind)}${undoable.by ? ` (${undoable.by})` : ''}`
              : undefined
          }
          onClick={actions.undo}
        >
          <Undo2 aria-hidden size={16} />
          Undo
        </Button>
        <RowMenu label="More actions">
          <RowMenuItem
            Icon={Trash2}
            label="Discard changes…"
            isDangerous
            isDisabled={isPublished}
            onSelect={() => setOpen('discard')}
          />
          <RowMenuItem
            Icon={RotateCcw}
            label="Undo the last publication…"
            isDisabled={!published}
            onSelect={() => setOpen('undo-publication')}
          />
        </RowMenu>
        <Button disabled={isPublished} onClick={() => setOpen('schedule')}>
          Schedule
        </Button>
        <Button
          variant="primary"
          disabled={isPublished}
          isBusy={isBusy}
          busyText="Publishing..."
          onClick={() => actions.publish()}
        >
          Publish
        </Button>
      </div>
      {open === 'schedule' && (
        <ScheduleFrontDialog
          page={state.page}
          isBusy={isBusy}
          onSchedule={(at, onSent) =>
            actions.schedule(at, () => {
              onSent()
              close()
            })
          }
          onClose={close}
        />
      )}
      <ConfirmDialog
        title="Discard the unpublished changes?"
        text="The draft becomes the front that readers see. You can undo this."
        confirmLabel="Discard"
        isDangerous
        isOpen={open === 'discard'}
        isBusy={isBusy}
        onConfirm={() => actions.discard(close)}
        onCancel={close}
      />
      <ConfirmDialog
        title="Undo the last publication?"
        text="Readers see the previous front again at once. The draft stays as it is."
        confirmLabel="Undo Publication"
        isOpen={open === 'undo-publication'}
        isBusy={isBusy}
        onConfirm={() => actions.undoPublication(close)}
        onCancel={close}
      />
    </section>
  )
}

function PublicationState({ state, isSaving }: { state: FrontState; isSaving: boolean }) {
  const { isPublished, changed, published } = state
  if (isSaving) return <State badge={<Badge>Saving…</Badge>} />
  if (!isPublished)
    return (
      <State badge={<Badge tone="caution">Unpublished changes</Badge>}>
        {changed && (
          <>
            Last change <Moment at={changed.at} isPhrase />
            <ByName name={changed.by} />
          </>
        )}
      </State>
    )
  if (!published) return <State badge={<Badge>Automatic</Badge>}>Nobody has curated this page.</State>
  return (
    <State badge={<Badge tone="good">Published</Badge>}>
      <Moment at={published.at} isPhrase />
      <ByName name={published.by} />
    </State>
  )
}

function State({ badge, children }: { badge: ReactNode; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
      {badge}
      {children && <span>{children}</span>}
    </p>
  )
}
