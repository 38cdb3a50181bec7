import { STATIC_PAGES } from '#features/site/rules/static-page.ts'
import { categoryName, parseCategory } from '#kernel/category.ts'
import { decodePath } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { OTHER_NAMES, UNKNOWN_PATH } from '../rules/beacon.ts'

const pageNames = () =>
  new Map<string, string>([
    ['/', phrase('Home')],
    ['/search', phrase('Search')],
    ['/bookmarks', phrase('Reading List')],
    ['/following', phrase('Following')],
    ['/newsletter', phrase('Newsletter')],
    ...Object.values(STATIC_PAGES).map(({ path, title }) => [path, title] as const),
  ])

export function PageLink({ page: { name, title } }: { page: { name: string; title: string | null } }) {
  if (name === OTHER_NAMES) return <span>{phrase('Other pages')}</span>
  if (name === UNKNOWN_PATH) return <span>{phrase('Pages not found')}</span>
  const label = title ?? nameOf(name)
  return (
    <a
      href={name}
      dir="auto"
      title={label}
      className="line-clamp-3 min-w-0 wrap-anywhere underline-offset-4 hover:underline"
    >
      {label}
    </a>
  )
}

function nameOf(path: string): string {
  const category = parseCategory(decodePath(path.slice(1)))
  return category === undefined ? (pageNames().get(path) ?? decodePath(path)) : categoryName(category)
}
