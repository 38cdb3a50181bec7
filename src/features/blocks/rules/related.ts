import { Node } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { Newspaper } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml, truncateText } from '#kernel/text/text.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { isUuid } from '#kernel/uuid.ts'
import { attribute, type Block, FIGURE, isTextUpTo } from './block.ts'
import { EMAIL_INK, EMAIL_LABEL_FONT, EMAIL_MUTED, writeEmailBox, writeEmailFigure } from './email-form.ts'
import { hasClass } from './email-tree.ts'

/** `headline` is that of the article when it was chosen, for texts that show no card. */
export type RelatedAttributes = { article: string; headline: string }

const MAX_HEADLINE_LENGTH = 300

/** Different articles in one text. Readers do not see further ones. */
export const MAX_RELATED = 50

/** Precedes the headline where there is no card. */
export const RELATED_LABEL = 'Related: '

/** Returns the block of a published article. */
export function relatedContent({ id, title }: { id: string; title: string }) {
  const attrs: RelatedAttributes = { article: id, headline: truncateText(title, MAX_HEADLINE_LENGTH) }
  return { type: 'related', attrs }
}

/** Returns the stored element: a link. `showRelated` (server) makes it a card with the current headline. */
function writeLink({ article, headline }: RelatedAttributes): DOMOutputSpec {
  return [
    'aside',
    { class: 'related', 'data-article': article },
    ['p', RELATED_LABEL, ['a', { href: `/article/${article}` }, headline]],
  ]
}

/** Reads what {@link writeLink} writes; false for other elements, whose words would be lost. */
function readLink(aside: HTMLElement): RelatedAttributes | false {
  const article = aside.getAttribute('data-article') ?? ''
  const headline = aside.querySelector('a')?.textContent ?? ''
  const isSame = aside.textContent === RELATED_LABEL + headline && headline.length <= MAX_HEADLINE_LENGTH
  return isSame && isUuid(article) && { article, headline }
}

export const related: Block = {
  label: () => phrase('Related article'),
  Icon: Newspaper,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'related',
      atom: true,
      addAttributes: () => ({
        article: attribute((value) => typeof value === 'string' && isUuid(value)),
        headline: attribute(isTextUpTo(MAX_HEADLINE_LENGTH)),
      }),
      parseHTML: () => [{ tag: 'aside.related', priority: 60, getAttrs: readLink }],
      renderHTML: ({ node }) => writeLink(node.attrs as RelatedAttributes),
    }),
  ],
  initial: relatedContent({ id: '00000000-0000-4000-8000-000000000000', title: 'An article' }),
  plainText: ({ article, headline }) => `${RELATED_LABEL}${headline}\n/article/${article}`,
  markup: { aside: { classes: ['related'], attributes: ['data-article'] } },
  // Articles that are not published are left out, as on the page.
  writeEmail(element, email) {
    if (!hasClass(element, 'related')) return undefined
    const { start } = email
    const article = email.headlines.get(element.attributes['data-article'] ?? '')
    if (!article) return ''
    const label = `<p style="margin:0 0 4px;font-family:${EMAIL_LABEL_FONT};font-size:13px;line-height:18px;color:${EMAIL_MUTED}">${phraseHtml('Related')}</p>`
    const link = `<a href="${escapeHtml(article.url)}" style="font-size:19px;line-height:25px;font-weight:bold;color:${EMAIL_INK}">${escapeHtml(article.title)}</a>`
    const style = `padding:2px 0;padding-${start}:16px;border-${start}:3px solid ${EMAIL_INK}`
    return writeEmailFigure(
      writeEmailBox(
        `${label}<p dir="${directionOf(article.title)}" style="margin:0">${link}</p>`,
        style,
        email,
      ),
    )
  },
}
