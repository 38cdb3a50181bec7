import { useEffect, useState } from 'react'

/** How long hands rest before what they typed is asked about. */
const PAUSE_MS = 400

/** What was typed, once it has stayed as it is for a moment. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setRested, PAUSE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
