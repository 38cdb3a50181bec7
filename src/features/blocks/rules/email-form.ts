import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { childNamed, type EmailElement, type EmailNode } from './email-tree.ts'

export const EMAIL_INK = '#141414'
export const EMAIL_MUTED = '#5d5850'
export const EMAIL_RULE = '#ddd7cd'
export const EMAIL_PAPER = '#f7f4ef'
export const EMAIL_FONT = 'Georgia,Times New Roman,serif'
export const EMAIL_LABEL_FONT = 'Arial,Helvetica,sans-serif'
/** Pixels, at each side of the text. */
export const EMAIL_MARGIN = 24
/** Pixels, on wide screens. */
export const EMAIL_WIDTH = 600
const TEXT_WIDTH = EMAIL_WIDTH - 2 * EMAIL_MARGIN
const MAX_IMAGE_HEIGHT = 800

/** `url` is absolute, and of a format that all mail clients show; sizes are those of the file, in pixels. */
export type EmailImage = { url: string; width: number; height: number }

/** Data that blocks need in an email. The keys of the maps are addresses and ids in the text. */
export type EmailData = {
  /** The absolute address of the article, which has what emails cannot show. */
  pageUrl: string
  siteName: string
  /** `#rrggbb`. */
  accent: string
  /** The side at which lines start. */
  start: 'left' | 'right'
  images: ReadonlyMap<string, EmailImage>
  /** Such as "2:05", or empty. */
  durations: ReadonlyMap<string, string>
  headlines: ReadonlyMap<string, { title: string; url: string }>
}

export type EmailContext = EmailData & {
  /** Writes texts and the blocks in them with the styles of emails. */
  write: (nodes: readonly EmailNode[]) => string
}

/**
 * Writes an element as HTML for emails: with inline styles, absolute addresses, and layout by tables, since mail clients
 * drop scripts, frames, SVG and most of CSS.
 *
 * @returns undefined for the elements of other blocks
 */
export type WriteEmail = (element: EmailElement, email: EmailContext) => string | undefined

/** Tables of some mail clients do not inherit these. */
const BOX = `font-family:${EMAIL_FONT};font-size:17px;line-height:27px;color:${EMAIL_INK}`

/** A box with padding, a border or a background, which Outlook shows only for cells. */
export function writeEmailBox(content: string, style: string, { start }: Pick<EmailData, 'start'>): string {
  return `<table role="presentation"${directionOf(start)} width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="${BOX};text-align:${start};${style}">${content}</td></tr></table>`
}

/** For the tables of texts from right to left. */
export function directionOf(start: EmailData['start']): string {
  return start === 'right' ? ' dir="rtl"' : ''
}

/** Keeps a distance to the text below. */
export function writeEmailFigure(content: string): string {
  return `<div style="margin:0 0 24px">${content}</div>`
}

/** @param alt empty for a decorative image, which is no link, since a link needs a name */
export function writeEmailImage(
  image: EmailImage,
  { alt, pageUrl }: { alt: string; pageUrl: string },
  maxWidth?: number,
): string {
  const tag = writeImageTag(image, alt, maxWidth)
  return alt ? `<a href="${escapeHtml(pageUrl)}">${tag}</a>` : tag
}

export function writeImageTag(
  { url, width, height }: EmailImage,
  alt: string,
  maxWidth: number = TEXT_WIDTH,
): string {
  const shownWidth = Math.round(Math.min(maxWidth, width, (MAX_IMAGE_HEIGHT * width) / height))
  const shownHeight = Math.round((shownWidth * height) / width)
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="${shownWidth}" height="${shownHeight}" style="display:block;width:100%;max-width:${shownWidth}px;height:auto;border:0">`
}

const SMALL = `font-family:${EMAIL_LABEL_FONT};font-size:14px;line-height:20px`

/** Returns the caption of an image or recording, followed by its credit. */
export function readEmailCaption(figure: EmailElement, email: EmailContext): string {
  const caption = childNamed(figure, 'figcaption')
  if (!caption) return ''
  const credit = childNamed(caption, 'cite')
  const words = caption.children.filter((child) => child !== credit)
  return [words, credit?.children ?? []]
    .map((part) => email.write(part).trim())
    .filter(Boolean)
    .join(' · ')
}

/** @param html empty without a caption */
export function writeEmailCaption(html: string): string {
  return html.trim() && `<p style="margin:8px 0 0;${SMALL};color:${EMAIL_MUTED}">${html}</p>`
}

/** @param figcaption undefined without a caption */
export function writeFigcaption(figcaption: EmailElement | undefined, email: EmailContext): string {
  return writeEmailCaption(figcaption ? email.write(figcaption.children) : '')
}

/** A link to the article for what the email does not show. @param html of its words */
export function writePageLink(html: string, { pageUrl, accent }: EmailContext): string {
  return `<p style="margin:8px 0 0;${SMALL};font-weight:bold"><a href="${escapeHtml(pageUrl)}" style="color:${accent}">${html}</a></p>`
}

/** A link to the article, which plays what the email does not. */
export function writePlayLink(kind: 'audio' | 'video', email: EmailContext): string {
  const name = siteNameHtml(email)
  const html =
    kind === 'audio' ? phraseHtml('Listen on {name}', { name }) : phraseHtml('Watch on {name}', { name })
  return writePageLink(html, email)
}

export function siteNameHtml({ siteName }: Pick<EmailData, 'siteName'>): string {
  return `<bdi>${escapeHtml(siteName)}</bdi>`
}

/** Pixels; with the border, a card is as wide as the text. */
export const EMAIL_CARD_WIDTH = TEXT_WIDTH - 2 * (16 + 1)
const CARD = `padding:14px 16px;border:1px solid ${EMAIL_RULE}`

/** A card for what only the page can play or show. */
export function writeEmailCard(content: string, email: EmailContext): string {
  return writeEmailFigure(writeEmailBox(content, CARD, email))
}
