import { Editor, Extension, getExtensionField } from '@tiptap/core'
import { BLOCKS } from '#features/blocks/rules/blocks.ts'
import { insertBlocks } from '#features/blocks/rules/edit-blocks.ts'
import { DRAFT_EXTENSIONS } from '#features/drafts/rules/draft-schema.ts'
import { createCollaborationPlugin } from '../admin/collaboration-plugin.ts'

export type Command = (editor: Editor) => boolean

/** All keys and commands without arguments of the editor, so that new blocks are among them. */
export function commandsOf(editor: Editor): Command[] {
  const byKey = new Map<string, Command[]>()
  for (const extension of editor.extensionManager.extensions) {
    const { name, options, storage } = extension
    const type = editor.schema.nodes[name] ?? editor.schema.marks[name]
    const context = { name, options, storage, editor, type }
    const add = getExtensionField<() => Record<string, (props: { editor: Editor }) => boolean>>(
      extension,
      'addKeyboardShortcuts',
      context,
    )
    for (const [key, run] of Object.entries(add?.() ?? {}))
      byKey.set(key, [...(byKey.get(key) ?? []), (editor) => run({ editor })])
  }
  const keys = [...byKey.values()].map(
    (handlers): Command =>
      (editor) =>
        handlers.some((run) => run(editor)),
  )
  const named = Object.entries(editor.extensionManager.commands).flatMap(([name, create]) =>
    create.length > 0 || NOT_EDITS.has(name)
      ? []
      : [
          (editor: Editor) =>
            (editor.commands as unknown as Record<string, () => boolean>)[name]?.() === true,
        ],
  )
  const blocks = BLOCKS.flatMap((block): Command[] => [
    (editor) => insertBlocks(editor, [block.initial]),
    ...(block.commands ?? []).map(({ run }) => run),
  ])
  return [...keys, ...named, ...blocks]
}

/** `enter` simulates a key in a browser; its handlers are among the keys. No key joins blocks that are selected. */
const NOT_EDITS = new Set([
  'blur',
  'focus',
  'scrollIntoView',
  'selectAll',
  'clearContent',
  'enter',
  'joinUp',
  'joinDown',
])

type Initial = Parameters<typeof createCollaborationPlugin>[0]

/** Opens an editor without a view, with all extensions of the editor on the screen. */
export function openEditor(content: object, initial?: Initial): Editor {
  const editor = new Editor({
    element: null,
    content,
    extensions: [
      ...DRAFT_EXTENSIONS,
      Extension.create({
        name: 'collaboration',
        priority: 2_000,
        addProseMirrorPlugins: () => [createCollaborationPlugin(initial)],
      }),
    ],
  })
  // Without a view, Tiptap adds no plugins.
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
  return editor
}
