import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { Site } from '#features/site/rules/public-settings.ts'
import type { Category } from '#kernel/category.ts'
import { writeJsonLd } from '#kernel/text/text.ts'
import { categoryQuery } from '../articles.functions.ts'
import { breadcrumbJsonLd, categoryJsonLd } from '../rules/json-ld.ts'
import { JsonLd } from './JsonLd.tsx'

type Props = { site: Site; category: Category; before: string | undefined }

export function CategoryJsonLd({ site, category, before }: Props) {
  const { pages } = useSuspenseInfiniteQuery(categoryQuery(category, before)).data
  const articles = pages.flatMap((page) => page.articles)
  return (
    <>
      <JsonLd json={import.meta.env.SSR ? writeJsonLd(categoryJsonLd(site, category, articles)) : ''} />
      <JsonLd json={import.meta.env.SSR ? writeJsonLd(breadcrumbJsonLd(site, category)) : ''} />
    </>
  )
}
