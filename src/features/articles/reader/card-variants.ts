import type { Width } from '#features/media/rules/variant.ts'

/** From the least to the most prominent. */
export type CardVariant = 'small' | 'related' | 'compact' | 'medium' | 'large'

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

/** `sizes` are the widths of the columns, between margins of 48 px; from 1328 px (`measure`) they are constant. */
export const HERO_SIZES =
  '(min-width: 1328px) 837px, (min-width: 1024px) calc(66.6vw - 48px), (min-width: 768px) calc(100vw - 48px), 100vw'
export const LEAD_SIZES = '(min-width: 893px) 845px, (min-width: 768px) calc(100vw - 48px), 100vw'

const IMAGE_ABOVE_TEXT = { layout: 'md:flex-col', image: 'md:aspect-3/2 md:w-full' }
/** Fills its cell beside cards with images, with the date at the bottom. */
const TEXT_CARD = 'md:flex md:flex-col md:border-t-3 md:border-ink md:bg-wash md:px-4 md:pt-3 md:pb-4'

const SMALL: CardStyle = {
  ...IMAGE_ABOVE_TEXT,
  sizes:
    '(min-width: 1328px) 284px, (min-width: 1024px) calc(25vw - 48px), (min-width: 768px) calc(50vw - 48px), 144px',
  largest: 960,
  withImage: { headline: 'md:text-20', summary: 'hidden' },
  withoutImage: { block: TEXT_CARD, headline: 'md:text-24', summary: 'text-16 line-clamp-5' },
}

/** From 768 px up; on phones every card is a row with a thumbnail of 96 px. */
export const CARD_VARIANTS: Record<CardVariant, CardStyle> = {
  small: SMALL,
  related: {
    ...SMALL,
    sizes: '(min-width: 1328px) 395px, (min-width: 768px) calc(33.3vw - 48px), 144px',
  },
  compact: {
    layout: '',
    image: 'md:aspect-3/2 md:w-32',
    sizes: '(min-width: 768px) 128px, 144px',
    largest: 480,
    withImage: { headline: '', summary: 'hidden' },
    withoutImage: { headline: '', summary: 'text-16 line-clamp-2' },
  },
  medium: {
    ...IMAGE_ABOVE_TEXT,
    sizes:
      '(min-width: 1328px) 395px, (min-width: 1024px) calc(33.3vw - 48px), (min-width: 768px) calc(50vw - 48px), 144px',
    largest: 960,
    withImage: { headline: 'md:text-24', summary: 'text-16 line-clamp-3' },
    withoutImage: { block: TEXT_CARD, headline: 'md:text-30', summary: 'text-18/7 line-clamp-6' },
  },
  large: {
    ...IMAGE_ABOVE_TEXT,
    sizes: '(min-width: 1328px) 616px, (min-width: 768px) calc(50vw - 48px), 144px',
    largest: 1280,
    withImage: { headline: 'md:text-30', summary: 'text-18/7 line-clamp-3' },
    withoutImage: { block: TEXT_CARD, headline: 'md:text-38', summary: 'text-20/7 line-clamp-8' },
  },
}
