import { createContext, use, useState } from 'react'

export const PreservedStates = createContext<Map<string, unknown>>(new Map())

/** Keeps the value when the document in the editor is replaced. */
export function usePreservedState<T>(name: string, initial: T): [T, (next: T) => void] {
  const preserved = use(PreservedStates)
  const [value, setValue] = useState(() => (preserved.has(name) ? (preserved.get(name) as T) : initial))
  return [
    value,
    (next) => {
      preserved.set(name, next)
      setValue(next)
    },
  ]
}
