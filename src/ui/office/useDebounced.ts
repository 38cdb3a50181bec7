import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Returns a value once it has not changed for a quarter of a second, as between two words that a person types. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
