import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { ROLE_FAILURE } from '../rules/users-messages.ts'
import type { Profile } from '../server/profiles.server.ts'
import { giveRole } from '../users.functions.ts'

/** Why a role was not changed, by the kind of the decision. */
const REASONS = {
  denied: 'Only administrators change roles.',
  missing: 'There is no such account any more.',
  own: 'Nobody changes their own role.',
  last: 'It is the last administrator.',
}

/** Asks whether somebody is to be given the other role, and gives it (spec §8: its messages). */
export function useGiveRole() {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Profile>()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, role }: Profile) => {
      const next = role === 'admin' ? 'user' : 'admin'
      const { kind } = await giveRole({ data: { userId: id, role: next } })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      return kind === 'change' || kind === 'unchanged'
        ? { title: 'Success', text: `User role updated to ${next}` }
        : { title: 'Error', text: `${ROLE_FAILURE}. ${REASONS[kind]}`, isError: true }
    },
    onSuccess: (message) => void showToast(message),
    onError: () => void showToast({ title: 'Error', text: ROLE_FAILURE, isError: true }),
    onSettled: () => setAsked(undefined),
  })
  return {
    /** The one about whom it is asked. */
    asked,
    ask: setAsked,
    cancel: () => setAsked(undefined),
    confirm: () => asked && mutate(asked),
    isBusy: isPending,
  }
}
