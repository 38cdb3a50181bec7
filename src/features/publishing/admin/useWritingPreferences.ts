import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '#ui/show-failure.ts'
import type { WritingPreferences } from '../rules/writing-preferences.ts'
import {
  changeWritingPreferencesFn,
  preferencesFailure,
  writingPreferencesQuery,
} from '../writing-preferences.functions.ts'

/** Returns the person's preferences, undefined until they have loaded, and a mutation that changes them at once. */
export function useWritingPreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = writingPreferencesQuery
  const { data: preferences } = useQuery(writingPreferencesQuery)
  const { mutate } = useMutation({
    mutationFn: (change: Partial<WritingPreferences>) => changeWritingPreferencesFn({ data: change }),
    onMutate: (change) => queryClient.setQueryData(queryKey, (known) => known && { ...known, ...change }),
    onError: (error) => showFailure(error, preferencesFailure()),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return { preferences, change: mutate }
}
