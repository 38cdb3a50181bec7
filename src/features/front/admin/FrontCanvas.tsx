import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useWidth } from '#ui/admin/useWidth.ts'
import { previewFrontFailure, previewFrontQuery } from '../front-preview.functions.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { omitFurtherEmpty } from '../rules/place-moves.ts'
import { FramedPage } from './FramedPage.tsx'
import { PlaceRows, PlacesOnPage, type PlacesProps } from './PlaceList.tsx'
import type { CardArea } from './read-page.ts'

/** CSS pixels. From 1024 on, the grid has its final form. */
const WIDE = { min: 1024, max: 1280 }
/** Narrower screens show the page as phones do. */
const MIN_SCALED = 560
const SCALE = 2 / 3

/** The page as readers would see the draft, at about two thirds, with its places over the cards. */
export function FrontCanvas({ page, ...list }: PlacesProps & { page: FrontPage }) {
  const container = useRef<HTMLDivElement>(null)
  const available = useWidth(container)
  const query = useQuery(previewFrontQuery(page))
  const [cards, setCards] = useState<readonly CardArea[]>([])
  const wide = Math.round(Math.min(WIDE.max, Math.max(WIDE.min, available / SCALE)))
  const width = available < MIN_SCALED ? available : wide
  const scale = available / width
  const shown = new Set(cards.map(({ articleId }) => articleId))
  const others = omitFurtherEmpty(list.places.filter(({ article }) => !article || !shown.has(article.id)))
  const beside = others.length > 0 && query.data !== undefined && (
    <section className="flex flex-col gap-2">
      <h2 className="text-14 font-semibold">{phrase('Other places')}</h2>
      <PlaceRows label={phrase('Other places')} shown={others} {...list} />
    </section>
  )
  return (
    <div ref={container} className="flex min-w-0 flex-col gap-3">
      <LoadError query={query} text={previewFrontFailure()} />
      {/* The lead of a category. */}
      {page !== 'home' && beside}
      {available > 0 && (
        <div className="sheet overflow-hidden">
          <FramedPage
            title={phrase('The page with unpublished changes')}
            html={query.data}
            width={width}
            scale={scale}
            onCards={setCards}
          >
            <PlacesOnPage cards={cards} scale={scale} {...list} />
          </FramedPage>
        </div>
      )}
      {page === 'home' && beside}
    </div>
  )
}
