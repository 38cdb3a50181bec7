import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Headline } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'

/** Spec §4 and §9. */
const ROTATION_INTERVAL_MS = 5_000

/** Pauses on hover, focus and with the button (WCAG 2.2.2). Changes are not announced. */
export function Ticker({ headlines }: { headlines: readonly Headline[] }) {
  const [chosen, choose] = useState<string>()
  const [isPaused, setPaused] = useState(false)
  const ticker = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // By id, since the list may change.
  const shown = Math.max(
    0,
    headlines.findIndex(({ id }) => id === chosen),
  )
  const next = headlines[(shown + 1) % headlines.length]?.id

  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => canRotate(ticker.current) && choose(next), ROTATION_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isPaused, next])

  return (
    <section ref={ticker} aria-label={phrase('Breaking news')} className="border-b border-rule">
      <div className="ticker measure">
        <p className="label text-accent">{phrase('Breaking')}</p>
        <div className="ticker-line">
          {headlines.map(({ id, path, title }, index) => (
            <p key={id} dir={directionOf(title)} inert={index !== shown}>
              {pathname.includes(id) ? <span>{title}</span> : <a href={path}>{title}</a>}
            </p>
          ))}
        </div>
        {headlines.length > 1 && (
          <>
            <div className="ticker-dots">
              {headlines.map(({ id }, index) => (
                <button
                  key={id}
                  type="button"
                  aria-label={phrase('Headline {number} of {count}', {
                    number: index + 1,
                    count: headlines.length,
                  })}
                  aria-current={index === shown}
                  onClick={() => choose(id)}
                />
              ))}
            </div>
            <button
              type="button"
              aria-label={isPaused ? phrase('Play headlines') : phrase('Pause headlines')}
              onClick={() => setPaused(!isPaused)}
              className="ticker-pause"
            >
              <span className={`icon ${isPaused ? 'icon-play' : 'icon-pause'}`} />
            </button>
          </>
        )}
      </div>
    </section>
  )
}

/** Focus on the pause button must not stop the headlines. */
const canRotate = (ticker: HTMLElement | null) =>
  !document.hidden &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !ticker?.querySelector(':is(:hover, :focus):is(a, [aria-current])')
