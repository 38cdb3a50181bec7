import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'

/** Returns a function that reads the setting "Smart quotes"; false until it has loaded. */
export function useSmartPunctuation(): () => boolean {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.getQueryData(newsroomSettingsQuery.queryKey)?.hasSmartPunctuation ?? false,
    [queryClient],
  )
}
