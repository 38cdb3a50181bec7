import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CATEGORIES } from '#kernel/category.ts'

export function CategoryNav() {
  const line = useRef<HTMLUListElement>(null)
  const router = useRouter()

  // Runs again after rendering, when the router restores scroll positions. The page must not scroll.
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
