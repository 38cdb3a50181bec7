import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { framedDocument, useFramedPage } from '#ui/admin/useFramedPage.ts'
import { type CardArea, findCards, readPage } from './read-page.ts'

/** Until the page is measured. */
const FIRST_HEIGHT = 600

type Props = {
  title: string
  /** A document, rendered on the server. Undefined while it loads. */
  html: string | undefined
  /** CSS pixels. The page is laid out at this width, and then scaled. */
  width: number
  scale: number
  /**
   * Called with the cards of the page whenever they move. With it, the frame is as high as the page, which takes no input.
   * Without it, the page scrolls in its frame.
   */
  onCards?: (cards: readonly CardArea[]) => void
  /** Shown over the page. */
  children?: ReactNode
}

/** Shows a reader page with the readers' style sheet, without scripts. */
export function FramedPage({ title, html, width, scale, onCards, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isWhole = onCards !== undefined
  const [height, setHeight] = useState(FIRST_HEIGHT)

  const measure = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page || !onCards) return
    const found = findCards(page)
    onCards(found.cards)
    setHeight(found.height)
  }, [onCards])

  const body = useMemo(() => (html === undefined ? undefined : readPage(html)), [html])
  const showPage = useFramedPage(frame, body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards of another page
  useEffect(measure, [body, measure])

  function onLoad() {
    showPage()
    const page = frame.current?.contentDocument
    if (!page) return
    // The width of the frame, fonts and the style sheet move the cards.
    new ResizeObserver(measure).observe(page.body)
    void page.fonts.ready.then(measure)
  }

  return (
    <div
      className="relative overflow-hidden bg-paper"
      style={{ width: width * scale, height: isWhole ? height * scale : '100%' }}
    >
      <iframe
        ref={frame}
        title={title}
        srcDoc={framedDocument()}
        sandbox="allow-same-origin allow-popups"
        onLoad={onLoad}
        // Editors use the places over its cards instead.
        inert={isWhole}
        className="absolute start-0 top-0 origin-top-left border-0 rtl:origin-top-right"
        style={{ width, height: isWhole ? height : `${100 / scale}%`, transform: `scale(${scale})` }}
      />
      {children}
    </div>
  )
}
