import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ChangeError, ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { type FeedFields, feedFormSchema } from '../../model/feed-form.ts'
import type { ListedFeed } from '../../model/feeds.server.ts'
import { feedUpdateFailure, saveFeed } from '../feeds.functions.ts'
import { FeedFieldInputs, fullTextLabel, newArticlesLabel } from './FeedFieldInputs.tsx'

const labels = (): Record<keyof FeedFields, string> => ({
  url: phrase('Address'),
  title: phrase('Title'),
  publisher: phrase('Publisher'),
  category: phrase('Category'),
  fullText: fullTextLabel(),
  newArticles: newArticlesLabel(),
})

export function EditFeedDialog({ feed, onClose }: { feed: ListedFeed; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, url, title, publisher, category, fullText, newArticles } = feed
  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: saveFeed,
    onSuccess(outcome): void {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      switch (outcome.kind) {
        case 'rejected':
          form.showErrors({ url: `${outcome.reason}.` })
          break
        case 'known':
          form.showErrors({
            url: phrase('Another feed already uses this address: {title}.', {
              title: outcome.feed.title || outcome.feed.url,
            }),
          })
          break
        case 'gone':
          void showToast({
            title: phrase('Feed not found'),
            text: phrase('Someone else has deleted it.'),
            isError: true,
          })
          onClose()
          break
        case 'saved':
          void showToast({ title: phrase('Feed updated') })
          drafts.end()
          onClose()
      }
    },
  })
  const form = useStoredForm<FeedFields>(
    feedFormSchema,
    useMemo(
      () => ({ url, title, publisher, category, fullText, newArticles }),
      [url, title, publisher, category, fullText, newArticles],
    ),
    isPending,
  )
  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `feed:${owner}:${id}`)
  function close() {
    cancel()
    onClose()
  }
  return (
    <Dialog title={phrase('Edit feed')} isOpen onClose={close}>
      <form
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          if (!isPending) mutate({ id, base: form.base, typed })
        })}
        className="flex flex-col gap-4"
      >
        <UnsavedChangesGuard isChanged={form.isChanged} recovery={recovery()} />
        <DraftOffers drafts={drafts} onRestore={restore} />
        <ConflictNotice form={form} changedBy={null} labels={labels()} />
        <FeedFieldInputs field={form.field} detectedPublisher={feed.detectedPublisher} />
        <TextField
          label={phrase('Address')}
          help={phrase('A new address resets the feed’s health. Its articles stay on the site.')}
          type="url"
          maxLength={MAX_URL_LENGTH}
          {...form.field('url')}
        />
        <ChangeError error={error} text={feedUpdateFailure()} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              drafts.end()
              close()
            }}
          >
            {phrase('Cancel')}
          </Button>
          <Button type="submit" variant="primary" isBusy={isPending} busyText={phrase('Saving...')}>
            {phrase('Save Feed')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
