import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/toast.ts'
import type { Subscriber } from '../server/subscribers.server.ts'
import { changeSubscriber } from '../subscribers.functions.ts'
import { STATUS_FAILURE } from './messages.ts'

/** Turns a subscriber from active to inactive and back (spec §8: its messages). */
export function useChangeSubscriber() {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, isActive }: Pick<Subscriber, 'id' | 'isActive'>) => {
      const { kind } = await changeSubscriber({ data: { id, isActive: !isActive } })
      if (kind === 'missing') throw new Error('There is no such subscriber any more')
      return queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] })
    },
    onSuccess: (_, { isActive }) =>
      void showToast({
        title: 'Success',
        text: isActive ? 'Subscriber deactivated' : 'Subscriber activated',
      }),
    onError: () => void showToast({ title: 'Error', text: STATUS_FAILURE, isError: true }),
  })
  return {
    run: (subscriber: Subscriber) => mutate(subscriber),
    busyId: isPending ? variables.id : undefined,
  }
}
