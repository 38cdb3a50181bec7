import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveState } from '#kernel/newsroom-states.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { LIVE_STATE_FAILURE, setLiveStateFn } from '../edit-live.functions.ts'

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
          title: LIVE_STATE_FAILURE,
          text: outcome.kind === 'refused' ? outcome.reasons.join(' ') : 'The article no longer exists.',
          isError: true,
        })
      return queryClient.invalidateQueries({ queryKey: ['admin', 'live'] })
    },
    onError: (error) => showFailure(error, LIVE_STATE_FAILURE),
    onSettled: () => setIsEnding(false),
  })
  if (state === 'live')
    return (
      <>
        <Button isBusy={isPending} onClick={() => setIsEnding(true)}>
          End Coverage
        </Button>
        <ConfirmDialog
          title="End the live coverage?"
          text="The article keeps its posts and loses its “Live” label. You can resume the coverage."
          confirmLabel="End Coverage"
          isOpen={isEnding}
          isBusy={isPending}
          onConfirm={() => mutate('ended')}
          onCancel={() => setIsEnding(false)}
        />
      </>
    )
  return (
    <Button variant={state ? 'plain' : 'primary'} isBusy={isPending} onClick={() => mutate('live')}>
      {state === 'ended' ? 'Resume Coverage' : 'Start Live Coverage'}
    </Button>
  )
}
