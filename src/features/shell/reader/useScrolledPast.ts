import { useEffect, useState } from 'react'

/** Whether the page is scrolled by more than `px` from its top. */
export function useScrolledPast(px: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > px)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [px])
  return isPast
}
