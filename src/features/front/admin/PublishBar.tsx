import { CalendarClock, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
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
      aria-label={phrase('Publication')}
      className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule bg-paper px-4 py-2 md:-mx-6 md:px-6"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <PublicationState state={state} isSaving={isSaving} />
        {scheduled.map(({ id, at, by }) => (
          <p key={id} className="flex flex-wrap items-center gap-x-2 text-13">
            <CalendarClock aria-hidden size={14} className="shrink-0" />
            <span>
              {phraseParts('Scheduled for {time} ({zone})', {
                time: <Moment key="time" at={at} />,
                zone: zoneLabel(),
              })}
              <ByName name={by} />
            </span>
            <button
              type="button"
              onClick={() => actions.cancelSchedule(id)}
              className="min-h-6 cursor-pointer underline underline-offset-2 pointer-coarse:min-h-11"
            >
              {phrase('Cancel this publication')}
            </button>
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={!undoable}
          title={
            undoable
              ? phrase('Undo: {change}', {
                  change: `${describeChange(undoable.kind)}${undoable.by ? ` (${undoable.by})` : ''}`,
                })
              : undefined
          }
          onClick={actions.undo}
        >
          <Undo2 aria-hidden size={16} />
          {phrase('Undo')}
        </Button>
        <RowMenu label={phrase('More actions')}>
          <RowMenuItem
            Icon={Trash2}
            label={phrase('Discard changes…')}
            isDangerous
            isDisabled={isPublished}
            onSelect={() => setOpen('discard')}
          />
          <RowMenuItem
            Icon={RotateCcw}
            label={phrase('Undo the last publication…')}
            isDisabled={!published}
            onSelect={() => setOpen('undo-publication')}
          />
        </RowMenu>
        <Button disabled={isPublished} onClick={() => setOpen('schedule')}>
          {phrase('Schedule')}
        </Button>
        <Button
          variant="primary"
          disabled={isPublished}
          isBusy={isBusy}
          busyText={phrase('Publishing...')}
          onClick={() => actions.publish()}
        >
          {phrase('Publish')}
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
        title={phrase('Discard the unpublished changes?')}
        text={phrase('The draft becomes the front that readers see. You can undo this.')}
        confirmLabel={phrase('Discard')}
        isDangerous
        isOpen={open === 'discard'}
        isBusy={isBusy}
        onConfirm={() => actions.discard(close)}
        onCancel={close}
      />
      <ConfirmDialog
        title={phrase('Undo the last publication?')}
        text={phrase('Readers see the previous front again at once. The draft stays as it is.')}
        confirmLabel={phrase('Undo Publication')}
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
  if (isSaving) return <State badge={<Badge>{phrase('Saving…')}</Badge>} />
  if (!isPublished)
    return (
      <State badge={<Badge tone="caution">{phrase('Unpublished changes')}</Badge>}>
        {changed && (
          <>
            {phraseParts('Last change {time}', { time: <Moment key="time" at={changed.at} isPhrase /> })}
            <ByName name={changed.by} />
          </>
        )}
      </State>
    )
  if (!published)
    return (
      <State badge={<Badge>{phrase('Automatic')}</Badge>}>{phrase('Nobody has curated this page.')}</State>
    )
  return (
    <State badge={<Badge tone="good">{phrase('Published')}</Badge>}>
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
