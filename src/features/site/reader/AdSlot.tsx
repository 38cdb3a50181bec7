import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { adsQuery } from '../ads.functions.ts'
import type { AdPlace } from '../rules/ad-settings.ts'
import { needsConsent } from '../rules/public-ads.ts'

type Props = { place: AdPlace; name?: string; className?: string }

/** Reserves space. `name` is the accessible label. */
export function AdSlot({ place, name = phrase('Advertisement'), className = '' }: Props) {
  const code = useQuery(adsQuery).data?.[place]
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!code) return
    const element = box.current
    const loading = import('./load-ad.ts').then(({ loadAd }) => loadAd(code, element)).catch(() => {})
    return () => void loading.then((remove) => remove?.())
  }, [code])

  if (!code?.markup) return null
  return (
    <aside
      aria-label={name}
      data-needs-consent={needsConsent(code) || undefined}
      className={`ad-slot ${className}`}
    >
      <p aria-hidden>{phrase('Advertisement')}</p>
      <div ref={box} />
    </aside>
  )
}
