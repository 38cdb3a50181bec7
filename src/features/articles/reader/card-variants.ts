import type { Width } from '#features/media/rules/variant.ts'

/** From the least to the most prominent. */
export type CardVariant = 'small' | 'compact' | 'medium' | 'large'

type TextStyle = { block?: string; headline: string; summary: string }
type CardStyle = {
  layout: string
  image: string
  /** A square thumbnail is cropped from a 3:2 image that is 144 px wide. */
  sizes: string
  largest: Width
  withImage: TextStyle
  withoutImage: TextStyle
}

export const LEAD_SIZES = '(min-width: 1328px) 845px, (min-width: 1024px) 64vw, 100vw'

const IMAGE_ABOVE_TEXT = { layout: 'md:flex-col', image: 'md:aspect-3/2 md:w-full' }
/** Fills its cell beside cards with images, with the date at the bottom. */
const TEXT_CARD = 'md:flex md:flex-col md:border-t-3 md:border-ink md:bg-wash md:px-4 md:pt-3 md:pb-4'

/** From 768 px up; on phones every card is a row with a thumbnail of 96 px. */
export const CARD_VARIANTS: Record<CardVariant, CardStyle> = {
  small: {
    ...IMAGE_ABOVE_TEXT,
    sizes: '(min-width: 1024px) 310px, (min-width: 768px) 46vw, 144px',
    largest: 960,
    withImage: { headline: 'md:text-20', summary: 'hidden' },
    withoutImage: { block: TEXT_CARD, headline: 'md:text-24', summary: 'text-16 line-clamp-5' },
  },
  compact: {
    layout: '',
    image: 'md:aspect-3/2 md:w-32',
    sizes: '144px',
    largest: 480,
    withImage: { headline: '', summary: 'hidden' },
    withoutImage: { headline: '', summary: 'text-16 line-clamp-2' },
  },
  medium: {
    ...IMAGE_ABOVE_TEXT,
    sizes: '(min-width: 1024px) 395px, (min-width: 768px) 46vw, 144px',
    largest: 960,
    withImage: { headline: 'md:text-24', summary: 'text-16 line-clamp-3' },
    withoutImage: { block: TEXT_CARD, headline: 'md:text-30', summary: 'text-18/7 line-clamp-6' },
  },
  large: {
    ...IMAGE_ABOVE_TEXT,
    sizes: '(min-width: 768px) min(46vw, 616px), 144px',
    largest: 1280,
    withImage: { headline: 'md:text-30', summary: 'text-18/7 line-clamp-3' },
    withoutImage: { block: TEXT_CARD, headline: 'md:text-38', summary: 'text-20/7 line-clamp-8' },
  },
}
