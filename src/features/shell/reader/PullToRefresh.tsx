import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { refreshNews } from '#features/feeds/reader/refresh-news.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { useScrolledPast } from './useScrolledPast.ts'

/** `distance` in px; 0 until the direction is known. */
type Pull = { state: 'idle' } | { state: 'pulling'; distance: number } | { state: 'refreshing' }

export function PullToRefresh({ first }: { first: Event }) {
  const [pull, setPull] = useState<Pull>({ state: 'idle' })
  usePull(first, pull, setPull)

  const isEnough = pull.state === 'pulling' && pull.distance >= REFRESH_PULL_PX
  const depth = {
    idle: 0,
    pulling: pull.state === 'pulling' ? pull.distance : 0,
    refreshing: REFRESH_PULL_PX,
  }
  return (
    <div
      data-state={pull.state}
      style={{ '--depth': `${depth[pull.state]}px` } as CSSProperties}
      className="pull-sheet"
    >
      {pull.state === 'pulling' && (
        <>
          <span className={`icon icon-down size-4 ${isEnough ? 'rotate-180' : ''}`} />
          {isEnough ? phrase('Release to refresh') : phrase('Pull to refresh')}
        </>
      )}
      <span role="status">{pull.state === 'refreshing' && phrase('Refreshing...')}</span>
    </div>
  )
}

/** A second finger cancels the pull. */
function usePull(first: Event, pull: Pull, setPull: (pull: Pull) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const refresh = useRefresh()

  const onStart = useEffectEvent((event: Event) => {
    if (pull.state === 'refreshing') return
    setPull({ state: 'idle' })
    start.current = canStartPull(event) ? pointOf(event) : undefined
  })
  const onMove = useEffectEvent((event: TouchEvent) => {
    if (!start.current || pull.state === 'refreshing') return
    const isPulling = pull.state === 'pulling' && pull.distance > 0
    const distance = pullDistance(start.current, pointOf(event), isPulling)
    if (distance === undefined) return onCancel()
    setPull({ state: 'pulling', distance })
    // While a browser scrolls, it reports touches only five times a second.
    if (distance > 0 && event.cancelable) event.preventDefault()
  })
  const onCancel = useEffectEvent(() => {
    start.current = undefined
    if (pull.state === 'pulling') setPull({ state: 'idle' })
  })
  const onEnd = useEffectEvent(async () => {
    const isEnough = pull.state === 'pulling' && pull.distance >= REFRESH_PULL_PX && scrollY <= 0
    onCancel()
    if (!isEnough) return
    setPull({ state: 'refreshing' })
    await refresh()
    setPull({ state: 'idle' })
  })

  useEffect(() => {
    // It may be the start of a pull.
    onStart(first)
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    addEventListener('touchstart', (event) => onStart(event), options)
    addEventListener('touchend', () => onEnd(), options)
    addEventListener('touchcancel', () => onCancel(), options)
    return () => listening.abort()
  }, [first])

  // A non-passive listener delays scrolling, so only a page at its top has one.
  const isScrolled = useScrolledPast(0)
  useEffect(() => {
    if (isScrolled) return
    const follow = (event: TouchEvent) => onMove(event)
    addEventListener('touchmove', follow, { passive: false })
    return () => removeEventListener('touchmove', follow)
  }, [isScrolled])
}

/** Reports the outcome (spec §8). */
function useRefresh(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    try {
      await refreshNews()
      await queryClient.invalidateQueries(undefined, { throwOnError: true })
      await router.invalidate()
      void showToast({ title: phrase('Success'), text: phrase('Content refreshed successfully') })
    } catch (error) {
      showFailure(error, phrase('Failed to refresh content'))
    }
  }
}

function canStartPull(event: Event): event is TouchEvent {
  return (
    'touches' in event &&
    (event as TouchEvent).touches.length === 1 &&
    scrollY <= 0 &&
    matchMedia('(width < 48rem)').matches &&
    (visualViewport?.scale ?? 1) <= 1 &&
    !document.querySelector('[role=dialog]:not([popover]), dialog[open], :popover-open')
  )
}

function pointOf({ touches: [touch] }: TouchEvent) {
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 }
}

/** Spec §4 and §9, in px. */
const MAX_PULL_PX = 100
const REFRESH_PULL_PX = 60
/** The direction of shorter movements is unknown. */
const TOUCH_SLOP_PX = 8

type Point = { x: number; y: number }

/**
 * @param isPulling false until a pull has started
 * @returns pixels; undefined for a movement sideways or up
 */
export function pullDistance(from: Point, to: Point, isPulling: boolean): number | undefined {
  const across = Math.abs(to.x - from.x)
  const down = to.y - from.y
  if (!isPulling) {
    if (Math.max(across, Math.abs(down)) < TOUCH_SLOP_PX) return 0
    if (across >= down) return undefined
  }
  return Math.min(Math.max(down, 0), MAX_PULL_PX)
}
