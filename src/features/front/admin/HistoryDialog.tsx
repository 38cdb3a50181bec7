import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { toLocalInput } from '#kernel/time/zoned-time.ts'
import { timeForm, zonedTime } from '#kernel/time/zoned-time-form.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeFrontFailure, frontFailure, frontHistoryQuery, restoreFrontFn } from '../front.functions.ts'
import { pageName } from '../rules/front-names.ts'
import type { FrontPage } from '../rules/front-page.ts'
import type { PublishedFront } from '../server/front-publications.server.ts'
import { PreviewFrontDialog } from './PreviewFrontDialog.tsx'

type Props = { page: FrontPage; onClose: () => void }

/** The published fronts of a page: shows one as it stood, and restores it as the draft. */
export function HistoryDialog({ page, onClose }: Props) {
  const query = useInfiniteQuery(frontHistoryQuery(page))
  const items = query.data?.pages.flatMap((each) => each.items) ?? []
  const [viewed, setViewed] = useState<string>()
  const { restore, isBusy } = useRestore(page, onClose)
  if (viewed)
    return (
      <PreviewFrontDialog
        title={phrase('{pageName} on {viewed}', {
          pageName: pageName(page),
          viewed: formatDayAndTime(viewed),
        })}
        page={page}
        at={viewed}
        onClose={() => setViewed(undefined)}
      />
    )
  return (
    <Dialog
      title={phrase('History of {pageName}', { pageName: pageName(page) })}
      isOpen
      isWide
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TimeForm onView={setViewed} />
        <ListState
          query={query}
          failure={frontFailure()}
          isEmpty={items.length === 0}
          empty={
            <p className="text-14 text-muted">{phrase('Nobody has published a front of this page yet.')}</p>
          }
        >
          <ol aria-label={phrase('Published fronts')} className="divide-y divide-rule border-y border-rule">
            {items.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
                <p className="min-w-0 flex-1 basis-60 text-14">
                  <time dateTime={item.at} className="font-semibold">
                    {formatDayAndTime(item.at)}
                  </time>
                  <ByName name={item.by} />
                  {item.isUndo && (
                    <span className="text-muted"> {phrase('(undid the previous publication)')}</span>
                  )}
                </p>
                <Button
                  aria-label={phrase('View {at}', { at: formatDayAndTime(item.at) })}
                  onClick={() => setViewed(item.at)}
                >
                  {phrase('View')}
                </Button>
                <Button
                  aria-label={phrase('Restore {at} as the draft', { at: formatDayAndTime(item.at) })}
                  isBusy={isBusy}
                  onClick={() => restore(item)}
                >
                  {phrase('Restore as Draft')}
                </Button>
              </li>
            ))}
          </ol>
        </ListState>
      </div>
    </Dialog>
  )
}

/** "As it stood at 09:00 on Tuesday" */
function TimeForm({ onView }: { onView: (at: string) => void }) {
  const form = useZodForm(timeForm, { defaultValues: { at: toLocalInput(new Date().toISOString()) } })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ at }) => onView(zonedTime.parse(at).toISOString()))}
      className="flex flex-col items-start gap-3"
    >
      <div className="w-full max-w-sm">
        <ZonedTimeField
          label={phrase('The page as it stood at')}
          current={form.watch('at')}
          {...form.field('at')}
        />
      </div>
      <Button type="submit">{phrase('View')}</Button>
    </form>
  )
}

function useRestore(page: FrontPage, onRestored: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useCancellableMutation({
    mutationFn: ({ id }: PublishedFront, signal) =>
      restoreFrontFn({ data: { page, publicationId: id }, signal }),
    async onSuccess({ kind }, { at }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'front', page] })
      if (kind === 'gone')
        return showToast({
          title: changeFrontFailure(),
          text: phrase('This front no longer exists.'),
          isError: true,
        })
      onRestored()
      return showToast({
        title: phrase('Front restored as the draft'),
        text: phrase('From {at}. Publish it to show it to readers.', { at: formatDayAndTime(at) }),
      })
    },
    onError: (error) => showFailure(error, changeFrontFailure()),
  })
  return { restore: mutate, isBusy: isPending }
}
