import { galleryHtml } from './block-html.ts'
import { captionOf, readImages } from './convert-html.ts'
import { type CardData, writeGhostCard } from './ghost-card.ts'
import type { TextContext } from './inline-html.ts'

type Reader = { selector: string; card: string; read: (element: Element) => CardData }

const textOf = (element: Element, selector: string) =>
  element.querySelector(selector)?.textContent?.trim() ?? ''
const htmlOf = (element: Element, selector: string) =>
  element.querySelector(selector)?.innerHTML?.trim() ?? ''
const attributeOf = (element: Element, selector: string, name: string) =>
  element.querySelector(selector)?.getAttribute(name) ?? ''

/** The elements that Ghost writes for cards. Images, recordings and embeds need no reader of their own. */
const READERS: readonly Reader[] = [
  {
    selector: 'figure.kg-bookmark-card',
    card: 'bookmark',
    read: (card) => ({
      url: attributeOf(card, 'a', 'href'),
      title: textOf(card, '.kg-bookmark-title'),
      description: textOf(card, '.kg-bookmark-description'),
      caption: htmlOf(card, 'figcaption'),
    }),
  },
  {
    selector: '.kg-callout-card',
    card: 'callout',
    read: (card) => ({
      calloutEmoji: textOf(card, '.kg-callout-emoji'),
      calloutText: htmlOf(card, '.kg-callout-text'),
    }),
  },
  {
    selector: '.kg-toggle-card',
    card: 'toggle',
    read: (card) => ({
      heading: htmlOf(card, '.kg-toggle-heading-text'),
      content: htmlOf(card, '.kg-toggle-content'),
    }),
  },
  {
    selector: '.kg-button-card',
    card: 'button',
    read: (card) => ({ buttonText: textOf(card, 'a'), buttonUrl: attributeOf(card, 'a', 'href') }),
  },
  {
    selector: '.kg-file-card',
    card: 'file',
    read: (card) => ({
      src: attributeOf(card, 'a', 'href'),
      fileTitle: textOf(card, '.kg-file-card-title') || textOf(card, '.kg-file-card-filename'),
      fileCaption: textOf(card, '.kg-file-card-caption'),
    }),
  },
  {
    selector: '.kg-audio-card',
    card: 'audio',
    read: (card) => ({ src: attributeOf(card, 'audio', 'src'), title: textOf(card, '.kg-audio-title') }),
  },
  {
    selector: '.kg-header-card',
    card: 'header',
    read: (card) => ({
      header: htmlOf(card, '.kg-header-card-header, .kg-header-card-heading'),
      subheader: htmlOf(card, '.kg-header-card-subheader, .kg-header-card-subheading'),
      backgroundImageSrc: attributeOf(card, 'img.kg-header-card-image', 'src'),
      buttonText: textOf(card, 'a.kg-header-card-button'),
      buttonUrl: attributeOf(card, 'a.kg-header-card-button', 'href'),
    }),
  },
  {
    selector: '.kg-product-card',
    card: 'product',
    read: (card) => ({
      productImageSrc: attributeOf(card, '.kg-product-card-image', 'src'),
      productTitle: htmlOf(card, '.kg-product-card-title'),
      productDescription: htmlOf(card, '.kg-product-card-description'),
      productRatingEnabled: card.querySelector('.kg-product-card-rating-active') !== null,
      productStarRating: card.querySelectorAll('.kg-product-card-rating-active').length,
      productButton: textOf(card, '.kg-product-card-button'),
      productUrl: attributeOf(card, '.kg-product-card-button', 'href'),
    }),
  },
  { selector: '.kg-signup-card', card: 'signup', read: (card) => ({ html: card.textContent ?? '' }) },
  { selector: '.kg-cta-card', card: 'call-to-action', read: (card) => ({ html: card.textContent ?? '' }) },
]

/** Reads the HTML that Ghost wrote for a card (`html` of posts, and cards that were copied from pages). */
export function readGhostElement(element: Element, context: TextContext): string | undefined {
  if (!/(?:^|\s)kg-/.test(element.getAttribute('class') ?? '')) return undefined
  const reader = READERS.find(({ selector }) => element.matches(selector))
  if (reader) return writeGhostCard(reader.card, reader.read(element), context)
  return element.matches('.kg-gallery-card')
    ? galleryHtml(readImages(element, context), captionOf(element, context))
    : undefined
}
