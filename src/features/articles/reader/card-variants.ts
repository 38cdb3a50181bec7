import type { Width } from '#features/media/rules/variant.ts'

/** The sizes in which a story stands in a list; the size says how much it matters. */
export type CardSize = 'small' | 'compact' | 'medium' | 'large'

type Text = { block?: string; headline: string; summary: string }
type Look = {
  layout: string
  image: string
  /** Of the `img`; a thumb is cut from an image of 3:2, which is then 144 px wide. */
  sizes: string
  largest: Width
  besideImage: Text
  /** Of a story without an image, where the text leads. */
  alone: Text
}

/** Of the image that leads a page, the hero's or the article's: two thirds of the page, all of a phone's. */
export const LEAD_SIZES = '(min-width: 1328px) 845px, (min-width: 1024px) 64vw, 100vw'

const OVER_TEXT = { layout: 'md:flex-col', image: 'md:aspect-3/2 md:w-full' }
const RULE = 'md:border-t-3 md:border-ink md:pt-2'

/** How a card looks from 768 px up. On a phone every card is a row with a square thumb of 96 px. */
export const CARD_LOOKS: Record<CardSize, Look> = {
  small: {
    ...OVER_TEXT,
    sizes: '(min-width: 1024px) 310px, (min-width: 768px) 46vw, 144px',
    largest: 960,
    besideImage: { headline: 'md:text-20', summary: 'hidden' },
    alone: { block: RULE, headline: 'md:text-24', summary: 'text-16 line-clamp-5' },
  },
  compact: {
    layout: '',
    image: 'md:aspect-3/2 md:w-32',
    sizes: '144px',
    largest: 480,
    besideImage: { headline: '', summary: 'hidden' },
    alone: { headline: '', summary: 'text-16 line-clamp-2' },
  },
  medium: {
    ...OVER_TEXT,
    sizes: '(min-width: 1024px) 395px, (min-width: 768px) 46vw, 144px',
    largest: 960,
    besideImage: { headline: 'md:text-24', summary: 'text-16 line-clamp-3' },
    alone: { block: RULE, headline: 'md:text-30', summary: 'text-18/7 line-clamp-6' },
  },
  large: {
    ...OVER_TEXT,
    sizes: '(min-width: 768px) min(46vw, 616px), 144px',
    largest: 1280,
    besideImage: { headline: 'md:text-30', summary: 'text-18/7 line-clamp-3' },
    alone: { block: RULE, headline: 'md:text-38', summary: 'text-20/7 line-clamp-8' },
  },
}
