import { Fragment, type Node } from '@tiptap/pm/model'
import { htmlBlocks } from '#kernel/text/html-text.ts'
import { fieldText } from './article-differences.ts'
import { ARTICLE_FIELDS, type ArticleForm } from './article-fields.ts'
import { changedBlocks } from './document-changes.ts'
import { blockHtml } from './draft-document.ts'
import { ATTRIBUTE_FIELDS } from './draft-schema.ts'

/** A passage or a field in which two documents differ, as text. */
export type Difference = { label: string; one: string; other: string }

type Comparison = {
  differences: Difference[]
  /** Makes a document of `one` with the differences of `other` at these indexes. */
  merge(chosen: ReadonlySet<number>): Node
}

/** Compares documents by block and by field, so that a person can choose. */
export function compareDocuments(one: Node, other: Node): Comparison {
  const parts = (['title', 'summary'] as const).flatMap((field, index) =>
    one.child(index).eq(other.child(index)) ? [] : [{ field, index }],
  )
  const [body, otherBody] = [one.child(2), other.child(2)]
  const passages = changedBlocks(body, otherBody)
  const fields = ATTRIBUTE_FIELDS.filter((field) => one.attrs[field] !== other.attrs[field])
  const differences = [
    ...parts.map(({ field, index }) => ({
      label: ARTICLE_FIELDS[field].label(),
      one: one.child(index).textContent,
      other: other.child(index).textContent,
    })),
    ...passages.map(({ from, to }) => ({
      label: ARTICLE_FIELDS.content.label(),
      one: textOf(body.children.slice(...from)),
      other: textOf(otherBody.children.slice(...to)),
    })),
    ...fields.map((field) => ({
      label: ARTICLE_FIELDS[field].label(),
      one: fieldText(one.attrs[field] as ArticleForm[typeof field]),
      other: fieldText(other.attrs[field] as ArticleForm[typeof field]),
    })),
  ]

  function merge(chosen: ReadonlySet<number>): Node {
    const children = [...one.children]
    for (const [place, { index }] of parts.entries())
      if (chosen.has(place)) children[index] = other.child(index)
    const blocks = [...body.children]
    for (const [place, { from, to }] of [...passages.entries()].toReversed())
      if (chosen.has(parts.length + place))
        blocks.splice(from[0], from[1] - from[0], ...otherBody.children.slice(...to))
    children[2] = body.copy(Fragment.from(blocks.length > 0 ? blocks : body.type.createAndFill()?.content))
    const chosenFields = fields.filter((_, place) => chosen.has(parts.length + passages.length + place))
    const attributes = Object.fromEntries(chosenFields.map((field) => [field, other.attrs[field]]))
    return one.type.createChecked({ ...one.attrs, ...attributes }, children)
  }

  return { differences, merge }
}

function textOf(blocks: readonly Node[]): string {
  return blocks
    .map((block) =>
      block.isAtom
        ? (block.attrs.html ?? htmlBlocks(blockHtml(block)).join('\n'))
        : block.textBetween(0, block.content.size, '\n'),
    )
    .join('\n\n')
}
