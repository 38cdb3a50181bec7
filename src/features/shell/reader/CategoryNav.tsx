import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CATEGORIES } from '#kernel/category.ts'

/** The ten categories in one line, the current one ruled in red; on a phone the line scrolls sideways. */
export function CategoryNav() {
  const line = useRef<HTMLUListElement>(null)
  const router = useRouter()

  // Brings the current category into the line's view, or the first where none is; the page itself must not scroll. The
  // router gives every scrolled element its old place once a page is rendered, so the line moves after that.
  useEffect(() => {
    function bringIntoView() {
      const list = line.current
      const link = list?.querySelector<HTMLElement>('[aria-current=page]')
      if (list) list.scrollLeft = link ? link.offsetLeft - (list.clientWidth - link.clientWidth) / 2 : 0
    }
    bringIntoView()
    return router.subscribe('onRendered', ({ pathChanged }) => pathChanged && bringIntoView())
  }, [router])

  return (
    <nav aria-label="Categories" className="border-b border-rule">
      <ul ref={line} className="category-line">
        {CATEGORIES.map((category) => (
          <li key={category}>
            <Link to="/$category" params={{ category }}>
              {category}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
