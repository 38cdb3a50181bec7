import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveState } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { liveStateFailure, setLiveStateFn } from '../edit-live.functions.ts'

type Props = { id: string; state: LiveState | null }

/** Starts, ends and resumes the live coverage of an article, effective immediately. */
export function CoverageSwitch({ id, state }: Props) {
  const queryClient = useQueryClient()
  const [isEnding, setIsEnding] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (next: LiveState | null) => setLiveStateFn({ data: { id, state: next } }),
    onSuccess(outcome) {
      if (outcome.kind !== 'changed')
        void showToast({
          title: liveStateFailure(),
          text:
            outcome.kind === 'refused' ? outcome.reasons.join(' ') : phrase('The article no longer exists.'),
          isError: true,
        })
      return queryClient.invalidateQueries({ queryKey: ['admin', 'live'] })
    },
    onError: (error) => showFailure(error, liveStateFailure()),
    onSettled: () => setIsEnding(false),
  })
  if (state === 'live')
    return (
      <>
        <Button isBusy={isPending} onClick={() => setIsEnding(true)}>
          {phrase('End Coverage')}
        </Button>
        <ConfirmDialog
          title={phrase('End the live coverage?')}
          text={phrase(
            'The article keeps its posts and loses its “Live” label. You can resume the coverage.',
          )}
          confirmLabel={phrase('End Coverage')}
          isOpen={isEnding}
          isBusy={isPending}
          onConfirm={() => mutate('ended')}
          onCancel={() => setIsEnding(false)}
        />
      </>
    )
  return (
    <Button variant={state ? 'plain' : 'primary'} isBusy={isPending} onClick={() => mutate('live')}>
      {state === 'ended' ? phrase('Resume Coverage') : phrase('Start Live Coverage')}
    </Button>
  )
}
