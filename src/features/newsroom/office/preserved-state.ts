import { createContext, use, useState } from 'react'

export const KeptStates = createContext<Map<string, unknown>>(new Map())

/** Like `useState`, but keeps the value when another document replaces the one in the editor. */
export function useKeptState<T>(name: string, initial: T): [T, (next: T) => void] {
  const kept = use(KeptStates)
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : initial))
  return [
    value,
    (next) => {
      kept.set(name, next)
      setValue(next)
    },
  ]
}
