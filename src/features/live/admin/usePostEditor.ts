import { Extension, Node } from '@tiptap/core'
import { DOMSerializer, Fragment } from '@tiptap/pm/model'
import { type Editor, useEditor } from '@tiptap/react'
import { createEmbedCards } from '#features/blocks/admin/embed-cards.ts'
import { BlockKeys } from '#features/blocks/rules/edit-blocks.ts'
import { embed } from '#features/blocks/rules/embed.ts'
import { image } from '#features/blocks/rules/image.ts'
import { TEXT_OPTIONS, TextKit } from '#features/blocks/rules/text-kit.ts'
import { phrase } from '#kernel/text/phrase.ts'

const PostDocument = Node.create({ name: 'doc', topNode: true, content: 'body' })

/** The block tools expect this node. */
const Body = Node.create({
  name: 'body',
  content: '(block | figure)+',
  isolating: true,
  renderHTML: () => ['div', { 'data-body': '' }, 0],
  parseHTML: () => [{ tag: 'div[data-body]' }],
})

const EXTENSIONS = [
  PostDocument,
  Body,
  TextKit.configure({ ...TEXT_OPTIONS, heading: false }),
  ...image.extensions,
  ...embed.extensions,
  BlockKeys,
  Extension.create({
    name: 'embedCards',
    priority: 1_500,
    addProseMirrorPlugins: () => [createEmbedCards()],
  }),
]

/** Creates an editor for the text of a post: paragraphs, lists, quotations, links, images and embeds. */
export function usePostEditor(html: string, onChange: (html: string) => void): Editor {
  return useEditor({
    extensions: EXTENSIONS,
    content: toContent(html),
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-label': phrase('Text of the post'),
        'aria-multiline': 'true',
        dir: 'auto',
        class: 'writing-surface prose max-w-none! min-h-28 p-3',
      },
    },
    onUpdate: ({ editor }) => onChange(readPost(editor)),
  })
}

export function replacePost(editor: Editor, html: string): void {
  editor.commands.setContent(toContent(html), { emitUpdate: false })
}

function toContent(html: string): string {
  return `<div data-body>${html || '<p></p>'}</div>`
}

const WRITERS = { ...image.writeHtml, ...embed.writeHtml }

/** Returns the HTML that is stored; empty without content. */
function readPost({ state: { doc, schema } }: Editor): string {
  const serializer = DOMSerializer.fromSchema(schema)
  function htmlOf(content: Fragment): string {
    const container = document.createElement('div')
    container.append(serializer.serializeFragment(content))
    return container.innerHTML
  }
  const blocks = doc.firstChild?.children ?? []
  const written = blocks.map(
    (block) => WRITERS[block.type.name]?.(block, [htmlOf(block.content)]) ?? htmlOf(Fragment.from(block)),
  )
  return written.join('').replace(/^(?:<p><\/p>)+|(?:<p><\/p>)+$/g, '')
}
