import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import { type DocumentValues, readValues, valuesOf } from '../rules/draft-document.ts'

export function useSharedValues(doc: Y.Doc): DocumentValues {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const values = valuesOf(doc)
      values.observe(onChange)
      return () => values.unobserve(onChange)
    },
    [doc],
  )
  const json = () => JSON.stringify(readValues(doc))
  const current = useSyncExternalStore(subscribe, json, json)
  return useMemo(() => JSON.parse(current), [current])
}
