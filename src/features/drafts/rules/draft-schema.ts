import { type AnyExtension, getSchema, Mark, Node } from '@tiptap/core'
import type { NodeType, Node as ProseMirrorNode } from '@tiptap/pm/model'
import { BLOCK_EXTENSIONS } from '#features/blocks/rules/blocks.ts'
import { isPermittedLink, TEXT_OPTIONS, TextKit } from '#features/blocks/rules/text-kit.ts'
import {
  type ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  FIELD_NAMES,
  fieldOf,
} from './article-fields.ts'

/** Texts are nodes of the document; the other fields are attributes of its root. */
type AttributeField = {
  [Name in ArticleField]: (typeof ARTICLE_FIELDS)[Name]['section'] extends 'Text' ? never : Name
}[ArticleField]
export type DocumentAttributes = Pick<ArticleForm, AttributeField>

const isAttribute = (name: ArticleField): name is AttributeField => fieldOf(name).section !== 'Text'

export const ATTRIBUTE_FIELDS = FIELD_NAMES.filter(isAttribute)

const DraftDocument = Node.create({
  name: 'doc',
  topNode: true,
  content: 'headline standfirst body',
  addAttributes: () =>
    Object.fromEntries(
      ATTRIBUTE_FIELDS.map((field) => {
        const { default: initial, type } = fieldOf(field)
        const value = type === 'switch' ? 'boolean' : 'string'
        const validate = initial === null ? `${value}|null` : value
        return [field, { default: initial, validate, rendered: false }]
      }),
    ),
})

const Headline = Node.create({
  name: 'headline',
  content: 'text*',
  marks: '',
  defining: true,
  isolating: true,
  renderHTML: () => ['div', { 'data-headline': '' }, 0],
  parseHTML: () => [{ tag: 'div[data-headline]' }],
})

const Standfirst = Node.create({
  name: 'standfirst',
  content: 'text*',
  marks: 'bold italic',
  defining: true,
  isolating: true,
  renderHTML: () => ['div', { 'data-standfirst': '' }, 0],
  parseHTML: () => [{ tag: 'div[data-standfirst]' }],
})

const Body = Node.create({
  name: 'body',
  content: '(block | figure)+',
  isolating: true,
  renderHTML: () => ['div', { 'data-body': '' }, 0],
  parseHTML: () => [{ tag: 'div[data-body]' }],
})

/** HTML that no other block can hold. Publication sanitises it. */
const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ html: { default: '', validate: 'string', rendered: false } }),
  // For copying: readers get the HTML itself.
  parseHTML: () => [
    { tag: 'div[data-html]', getAttrs: (div) => ({ html: div.getAttribute('data-html') ?? '' }) },
  ],
  renderHTML: ({ node }) => ['div', { 'data-html': node.attrs.html }],
})

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleMark(this.name) }
  },
})

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleMark(this.name) }
  },
})

const HEADING_LEVELS = [2, 3, 4, 5, 6] as const

/** The attributes of StarterKit's nodes and marks that are kept, and what they may be: documents come from clients. */
const VALUES: Record<string, Record<string, (value: unknown) => boolean>> = {
  heading: { level: (value) => HEADING_LEVELS.some((level) => level === value) },
  orderedList: {
    start: Number.isSafeInteger,
    type: (value) => value === null || /^[AaIi]$/.test(String(value)),
  },
  link: {
    href: isPermittedLink,
    target: (value) => value === null || value === '_blank',
    rel: (value) => value === null || typeof value === 'string',
  },
}

/** Adds the check to the attributes that an extension declares. */
function withChecks(extension: AnyExtension): AnyExtension {
  const checks = VALUES[extension.name]
  if (!checks) return extension
  return extension.extend({
    addAttributes() {
      const { parent } = this as { parent?: () => Record<string, object> }
      const declared = parent?.() ?? {}
      return Object.fromEntries(
        Object.keys(checks).map((name) => [
          name,
          { ...declared[name], validate: (value: unknown) => checkValue(extension.name, name, value) },
        ]),
      )
    },
  })
}

function checkValue(type: string, name: string, value: unknown): void {
  if (!VALUES[type]?.[name]?.(value)) throw new RangeError(`Invalid ${name} of ${type}`)
}

const BLOCKS_AND_MARKS = TextKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withChecks)
  },
}).configure({ ...TEXT_OPTIONS, heading: { levels: [...HEADING_LEVELS] } })

/** The nodes and marks of a draft, for the editor and, as `DRAFT_SCHEMA`, for the server. */
export const DRAFT_EXTENSIONS = [
  DraftDocument,
  Headline,
  Standfirst,
  Body,
  HtmlBlock,
  BLOCKS_AND_MARKS,
  Subscript,
  Superscript,
  ...BLOCK_EXTENSIONS,
]

export const DRAFT_SCHEMA = getSchema(DRAFT_EXTENSIONS)

export function nodeType(name: string): NodeType {
  const type = DRAFT_SCHEMA.nodes[name]
  if (!type) throw new Error(`The document has no node ${name}`)
  return type
}

export function createEmptyDocument(): ProseMirrorNode {
  const document = DRAFT_SCHEMA.topNodeType.createAndFill()
  if (!document) throw new Error('The schema has no empty document')
  return document
}
