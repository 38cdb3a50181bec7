import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { adsQuery } from '../ads.functions.ts'
import type { AdPlace } from '../rules/ad-settings.ts'

type Props = { place: AdPlace; name?: string; className?: string }

/**
 * Runs the ad code of a place once the page is hydrated; nothing where there is none. What the code shows stands in a box
 * that takes its room before the ad is there and whether or not it comes. `name` tells it from others for screen readers.
 */
export function AdSlot({ place, name = 'Advertisement', className = '' }: Props) {
  const code = useQuery(adsQuery).data?.[place]
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!code) return
    const element = box.current
    const running = import('./run-ad.ts').then(({ runAd }) => runAd(code, element)).catch(() => {})
    return () => void running.then((stop) => stop?.())
  }, [code])

  if (!code?.markup) return null
  return (
    <aside aria-label={name} className={`ad-slot ${className}`}>
      <p aria-hidden>Advertisement</p>
      <div ref={box} />
    </aside>
  )
}
