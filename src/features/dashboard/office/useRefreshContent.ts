import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshMessage } from '#features/feeds/rules/refresh-message.ts'
import { showToast } from '#ui/toast.ts'
import { refreshNewsNow } from '../dashboard.functions.ts'
import { REFRESH_FAILURE } from '../rules/messages.ts'

/** Has all feeds gathered now (spec §8: its messages); `report` is what the last time brought in. */
export function useRefreshContent() {
  const queryClient = useQueryClient()
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => refreshNewsNow(),
    onSuccess: (report) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] })
      void showToast(refreshMessage(report))
    },
    onError: () => void showToast({ title: 'Error', text: REFRESH_FAILURE, isError: true }),
  })
  return { refresh: () => mutate(), isBusy: isPending, report: data }
}
