import { useEffect, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '../Button.tsx'

type Props = {
  /** Keeps the bar in view. */
  isChanged: boolean
  isBusy: boolean
  label: string
}

const HEIGHT = '--save-bar-height'

export function SaveBar({ isChanged, isBusy, label }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!bar.current || !isChanged) return
    const { style } = document.documentElement
    // The buttons wrap in narrow windows.
    const resizes = new ResizeObserver(([entry]) =>
      style.setProperty(HEIGHT, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    resizes.observe(bar.current)
    return () => {
      resizes.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [isChanged])
  return (
    <div
      ref={bar}
      data-sticky={isChanged || undefined}
      className={`save-bar -mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t bg-paper px-4 py-3 md:-mx-5 md:-mb-5 md:px-5 ${isChanged ? 'sticky bottom-0 z-10 border-rule' : 'border-transparent'}`}
    >
      <Button type="submit" variant="primary" isBusy={isBusy} busyText={phrase('Saving...')}>
        {label}
      </Button>
      {isChanged && !isBusy && (
        <p className="text-13 text-muted max-sm:sr-only">{phrase('Unsaved changes')}</p>
      )}
    </div>
  )
}
