import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { OvertakenNotice } from '#features/site/office/OvertakenNotice.tsx'
import { useStoredForm } from '#features/site/office/useStoredForm.ts'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { saveFeed } from '../edit-feeds.functions.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'
import type { FeedFields } from '../server/feed-writes.server.ts'
import { FeedFieldInputs } from './FeedFieldInputs.tsx'

const LABELS: Record<keyof FeedFields, string> = { url: 'Address', title: 'Title', category: 'Category' }

/** Changes a feed's title, category or address. `feed` is the feed as it now is, whoever has changed it. */
export function EditFeedDialog({ feed, onClose }: { feed: ListedFeed; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, url, title, category } = feed
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: saveFeed,
    onSuccess(outcome) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      if (outcome.kind === 'refused') return setProblem(`${outcome.reason}.`)
      if (outcome.kind === 'known')
        return setProblem(`Another feed has this address: ${outcome.feed.title || outcome.feed.url}.`)
      if (outcome.kind === 'conflict') return undefined
      const isGone = outcome.kind === 'gone'
      void showToast({
        title: isGone ? 'The feed is gone' : 'Feed updated',
        text: isGone ? 'Somebody has deleted it meanwhile.' : undefined,
        isError: isGone,
      })
      onClose()
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
  })
  const form = useStoredForm<FeedFields>(
    useMemo(() => ({ url, title, category }), [url, title, category]),
    isPending,
  )
  return (
    <Dialog title="Edit Feed" isOpen onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate({ id, base: form.base, typed: form.typed })
        }}
        className="flex flex-col gap-4"
      >
        <OvertakenNotice form={form} changedBy={null} labels={LABELS} />
        <FeedFieldInputs
          title={form.typed.title}
          category={form.typed.category}
          onTitle={(text) => form.set('title', text)}
          onCategory={(name) => form.set('category', name)}
        />
        <TextField
          label="Address"
          help="With another address the feed begins anew; its articles stay."
          error={problem}
          type="url"
          maxLength={2_048}
          value={form.typed.url}
          onChange={({ target }) => {
            setProblem(undefined)
            form.set('url', target.value)
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isPending} busyText="Saving...">
            Save Feed
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
