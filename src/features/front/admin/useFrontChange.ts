import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isAborted, showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeFrontFailure, changeFrontFn, frontQuery } from '../front.functions.ts'
import type { FrontChange } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'

type Change = {
  change: FrontChange
  /** For screen readers, once the change is applied. */
  announcement: string
  onApplied?: (() => void) | undefined
}

/** Sends changes of the draft one after the other, in the order in which they are made. */
export function useFrontChange(page: FrontPage) {
  const queryClient = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const { mutate, isPending } = useMutation({
    scope: { id: `front:${page}` },
    mutationFn: ({ change }: Change) => changeFrontFn({ data: { page, change } }),
    async onSuccess(outcome, { announcement, onApplied }) {
      if (outcome.kind === 'refused')
        void showToast({ title: changeFrontFailure(), text: outcome.reason, isError: true })
      await queryClient.invalidateQueries({ queryKey: frontQuery(page).queryKey })
      if (outcome.kind === 'refused') return
      setAnnouncement(announcement)
      onApplied?.()
    },
    onError: (error) => isAborted(error) || showFailure(error, changeFrontFailure()),
  })
  return {
    change: (change: FrontChange, announcement: string, onApplied?: () => void) =>
      mutate({ change, announcement, onApplied }),
    isSaving: isPending,
    announcement,
    announce: setAnnouncement,
  }
}
