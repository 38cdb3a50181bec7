import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CATEGORIES } from '#kernel/category.ts'

/** The ten categories in one line, which scrolls sideways on phones. */
export function CategoryNav() {
  const line = useRef<HTMLUListElement>(null)
  const router = useRouter()

  // Scrolls the current category into view without scrolling the page. It runs after rendering, when the
  // router restores scroll positions.
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
