import { useQuery } from '@tanstack/react-query'
import { ScriptOnce } from '@tanstack/react-router'
import { phrase } from '#kernel/text/phrase.ts'
import { adsQuery } from '../ads.functions.ts'
import { markAdConsent } from './mark-ad-consent.ts'

function useHasAdChoice(): boolean {
  return useQuery(adsQuery).data?.needsConsent ?? false
}

/** Must precede the ad slots. */
export function AdConsentScript() {
  const hasChoice = useHasAdChoice()
  return import.meta.env.SSR && hasChoice ? <ScriptOnce>{`(${markAdConsent})()`}</ScriptOnce> : null
}

export function AdChoicesButton() {
  if (!useHasAdChoice()) return null
  const open = () =>
    void import('./AdConsentBanner.tsx')
      .then((banner) => banner.showAdConsentBanner({ takesFocus: true }))
      .catch(() => {})
  return (
    <li className="noscript:hidden">
      <button type="button" onClick={open}>
        {phrase('Advertising Choices')}
      </button>
    </li>
  )
}
