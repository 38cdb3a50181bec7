import { useEffect, useState } from 'react'

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
