import { Link } from '@tanstack/react-router'
import { isBackwards, type SearchPage } from '#features/articles/rules/search-filter.ts'
import { CATEGORIES } from '#kernel/category.ts'
import { formatDay } from '#kernel/dates.ts'
import { Notice } from '#ui/Notice.tsx'

/** A search that finds nothing (spec §2, Search page), and the ways on from there. */
export function NothingFound({ page }: { page: SearchPage }) {
  return (
    <Notice
      title="No articles found"
      text={
        <>
          {isBackwards(page) && (
            <span className="block pb-2 text-ink">
              The From date, {formatDay(page.from ?? '')}, is after the To date, {formatDay(page.to ?? '')}.
            </span>
          )}
          Try adjusting your search terms or browse our categories.
        </>
      }
      action={
        <ul className="flex flex-wrap gap-x-5">
          {CATEGORIES.map((category) => (
            <li key={category}>
              <Link
                to="/$category"
                params={{ category }}
                className="inline-block py-3 text-16 underline underline-offset-4"
              >
                {category}
              </Link>
            </li>
          ))}
        </ul>
      }
    />
  )
}
