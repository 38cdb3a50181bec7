import { type ReactNode, useEffect } from 'react'
import { focusScreen } from './keep-focus.ts'

type Props = {
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** As wide as the window. */
  isWide?: boolean
  children: ReactNode
}

/** The first screen leaves the focus to the browser. */
let hasShownScreen = false

export function AdminPage({ title, text, actions, isWide = false, children }: Props) {
  useScreenFocus()
  return (
    <div data-screen className={`mx-auto flex w-full flex-col gap-5 p-4 md:p-6 ${isWide ? '' : 'max-w-6xl'}`}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-24 font-semibold magnified:text-20 focus:outline-none">{title}</h1>
          {text && <p className="pt-1 text-14 text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Moves the focus to a screen that follows another one. */
export function useScreenFocus(): void {
  useEffect(() => {
    // A link in the screen may point to a part of it.
    const isInside = document.activeElement?.closest('main [data-screen]')
    if (hasShownScreen && !isInside) focusScreen()
    hasShownScreen = true
  }, [])
}
