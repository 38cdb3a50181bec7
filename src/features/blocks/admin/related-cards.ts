import type { Attrs, Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type NodeView } from '@tiptap/pm/view'
import { mediaPath } from '#features/media/rules/variant.ts'
import { categoryName } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { RelatedAttributes } from '../rules/related.ts'
import type { RelatedArticle } from '../server/related-articles.server.ts'

/** The result for the articles `ids`. `articles` has only the published ones, by id. */
type Found = { ids: readonly string[]; articles: Readonly<Record<string, RelatedArticle>> }

/** The meta of a transaction with new data. */
export const RELATED_FOUND = new PluginKey<Found>('relatedCards')

/** Shows related articles as cards. `useRelatedArticles` provides the data. */
export function createRelatedCards(): Plugin<Found> {
  return new Plugin<Found>({
    key: RELATED_FOUND,
    state: {
      init: () => ({ ids: [], articles: {} }),
      apply: (transaction, found) => transaction.getMeta(RELATED_FOUND) ?? found,
    },
    props: {
      decorations(state) {
        const { ids, articles } = RELATED_FOUND.getState(state) ?? { ids: [], articles: {} }
        const decorations = listRelated(state.doc).flatMap(({ node, position }) => {
          const { article } = node.attrs as RelatedAttributes
          if (!ids.includes(article)) return []
          const spec: CardSpec = { found: articles[article] ?? null }
          return Decoration.node(position, position + node.nodeSize, {}, spec)
        })
        return DecorationSet.create(state.doc, decorations)
      },
      nodeViews: {
        related: (node, _view, _getPosition, decorations) => createCard(node, decorations),
      },
    },
  })
}

/** Returns the related articles of a document, which stand at the top level of its text. */
export function listRelated(doc: Node): { node: Node; position: number }[] {
  const text = doc.lastChild
  const start = doc.content.size - (text?.nodeSize ?? 0) + 1
  const listed: { node: Node; position: number }[] = []
  text?.forEach((node, offset) => {
    if (node.type.name === 'related') listed.push({ node, position: start + offset })
  })
  return listed
}

/** Null if the article is not published. */
type CardSpec = { found: RelatedArticle | null }

function createCard(first: Node, decorations: readonly Decoration[]): NodeView {
  const dom = document.createElement('aside')
  dom.className = 'related'
  dom.contentEditable = 'false'
  function render(attributes: Attrs, spec: CardSpec | undefined): void {
    const { headline } = attributes as RelatedAttributes
    const { found } = spec ?? {}
    const text = document.createElement('div')
    const label = addText(text, 'related-label', `${phrase('Related')} `)
    if (found) {
      const category = document.createElement('span')
      category.className = categoryColour(found.category)
      category.textContent = categoryName(found.category)
      label.append(category)
    }
    addText(text, 'related-headline', found?.title ?? headline)
    if (found === null)
      addText(text, 'related-missing', phrase('This article is not published. Readers do not see this card.'))
    dom.replaceChildren(...(found?.image ? [createImage(found.id, found.image.key)] : []), text)
  }
  const specOf = (given: readonly Decoration[]): CardSpec | undefined =>
    given.map(({ spec }) => spec).find((spec) => 'found' in spec)
  render(first.attrs, specOf(decorations))
  return {
    dom,
    ignoreMutation: () => true,
    update(node, decorations) {
      if (node.type !== first.type) return false
      render(node.attrs, specOf(decorations))
      return true
    },
  }
}

function addText(parent: HTMLElement, className: string, text: string): HTMLElement {
  const line = parent.appendChild(document.createElement('p'))
  line.className = className
  line.textContent = text
  return line
}

function createImage(articleId: string, imageKey: string): HTMLElement {
  const picture = document.createElement('picture')
  const image = picture.appendChild(document.createElement('img'))
  image.src = mediaPath({ articleId, imageKey, ratio: '3:2', width: 320, format: 'webp' })
  image.alt = ''
  image.width = 480
  image.height = 320
  return picture
}
