import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { phrase } from '#kernel/text/phrase.ts'
import {
  type AdDecision,
  decideOnAds,
  followAdDecisions,
  hasConsented,
  isRefusedByBrowser,
} from './ad-consent.ts'

let closeShown: (() => void) | undefined

/** @param options.takesFocus in response to the reader, who can close it undecided */
export function showAdConsentBanner({ takesFocus = false } = {}): void {
  if (closeShown && !takesFocus) return
  closeShown?.()
  // Before the content, so that it comes early for the keyboard.
  const place = document.createElement('div')
  document.querySelector('header')?.before(place)
  const opener = takesFocus ? (document.activeElement as HTMLElement | null) : null
  const root = createRoot(place)
  const close = () => {
    closeShown = undefined
    root.unmount()
    place.remove()
    opener?.focus({ preventScroll: true })
  }
  closeShown = close
  root.render(<AdConsentBanner takesFocus={takesFocus} onClose={close} />)
}

function AdConsentBanner({ takesFocus, onClose }: { takesFocus: boolean; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isRefused = isRefusedByBrowser()

  useEffect(() => {
    if (takesFocus) heading.current?.focus()
    return followAdDecisions(onClose)
  }, [takesFocus, onClose])

  function decide(decision: AdDecision) {
    onClose()
    decideOnAds(decision)
  }

  return (
    <section
      aria-labelledby="ad-consent"
      onKeyDown={(event) => takesFocus && event.key === 'Escape' && onClose()}
      className="fixed inset-x-0 bottom-[var(--tabs-height,0px)] z-12 border-t border-rule bg-paper shadow-[0_-4px_16px_rgb(0_0_0/0.12)] print:hidden"
    >
      <div className="measure flex flex-col gap-3 py-4 md:flex-row md:items-center md:gap-8">
        <div className="min-w-0 flex-1 text-14">
          <h2 ref={heading} id="ad-consent" tabIndex={-1} className="font-semibold outline-none">
            {phrase('Advertising Choices')}
          </h2>
          <p>
            {isRefused
              ? phrase(
                  'Your browser sends a Global Privacy Control signal, which counts as a refusal: ads from other companies are not loaded.',
                )
              : phrase(
                  'Ads on this site are supplied by other companies. If you accept, their scripts may store cookies on your device and process data about your visit to select and measure ads. You can change your choice at any time at the bottom of each page.',
                )}{' '}
            {!isRefused &&
              takesFocus &&
              `${hasConsented() ? phrase('Ads are accepted at the moment.') : phrase('Ads are refused at the moment.')} `}
            <a href="/privacy-policy" className="underline underline-offset-2">
              {phrase('Privacy Policy')}
            </a>
          </p>
        </div>
        <div className="grid shrink-0 auto-cols-fr grid-flow-col gap-3">
          {isRefused ? (
            <button type="button" onClick={onClose} className="button">
              {phrase('Close')}
            </button>
          ) : (
            <>
              <button type="button" onClick={() => decide('refused')} className="button">
                {phrase('Refuse')}
              </button>
              <button type="button" onClick={() => decide('granted')} className="button">
                {phrase('Accept')}
              </button>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
