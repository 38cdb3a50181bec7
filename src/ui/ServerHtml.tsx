import { type HTMLAttributes, useLayoutEffect, useRef, useState } from 'react'

type Props = HTMLAttributes<HTMLElement> & {
  as: 'article' | 'div'
  /** The data that the children show, compared by identity. */
  of: unknown
}

/** Until data changes, elements of the page have the HTML of the server. */
let isServerPage = true

export function endServerPage(): void {
  isServerPage = false
}

const KEPT = { __html: '' }

/**
 * Keeps the HTML of the server: `children`, which must be without state and event handlers, are neither hydrated nor
 * rendered in the browser until `of` changes. They are rendered at once where the server has rendered nothing, such as
 * after a navigation.
 */
export function ServerHtml({ as: Element, of, children, ...attributes }: Props) {
  const element = useRef<HTMLElement>(null)
  const [first] = useState(isServerPage ? of : undefined)
  const [isEmpty, setEmpty] = useState(false)
  useLayoutEffect(() => {
    if (element.current?.firstChild === null) setEmpty(true)
  }, [])
  if (import.meta.env.SSR || isEmpty || of !== first) {
    return (
      <Element key="rendered" {...attributes}>
        {children}
      </Element>
    )
  }
  return (
    <Element
      key="kept"
      ref={element as never}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the same value leaves the HTML as it is
      dangerouslySetInnerHTML={KEPT}
      {...attributes}
    />
  )
}
