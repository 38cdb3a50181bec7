import { useQuery } from '@tanstack/react-query'
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { useEditorState } from '@tiptap/react'
import { useEffect } from 'react'
import { endedRightsQuery } from '#features/media/media.functions.ts'
import { MAX_NAMES } from '#features/media/rules/ended-rights.ts'
import { uploadNameOf } from '#features/media/rules/variant.ts'

const key = new PluginKey<ReadonlySet<string>>('endedRights')

/** Marks the blocks with files whose rights have ended. */
export const EndedRightsMarks = Extension.create({
  name: 'endedRightsMarks',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (): ReadonlySet<string> => new Set(),
        apply: (transaction, names) => transaction.getMeta(key) ?? names,
      },
      props: {
        decorations(state) {
          const names = key.getState(state)
          if (!names || names.size === 0) return undefined
          const marks: Decoration[] = []
          state.doc.descendants((node, position) => {
            if (uploadsOf(node).some((name) => names.has(name)))
              marks.push(Decoration.node(position, position + node.nodeSize, { class: 'rights-ended' }))
            return !node.inlineContent
          })
          return DecorationSet.create(state.doc, marks)
        },
      },
    }),
  ],
})

/** The names of the files that a block shows. */
function uploadsOf({ attrs }: Node): string[] {
  return [attrs.src, attrs.poster].flatMap((address) =>
    typeof address === 'string' ? (uploadNameOf(address) ?? []) : [],
  )
}

/** Finds the files in the text whose rights have ended, and marks their blocks. */
export function useEndedRights(editor: Editor): void {
  const names = useEditorState({ editor, selector: ({ editor }) => listUploads(editor.state.doc) })
  const { data: ended } = useQuery({ ...endedRightsQuery(names), placeholderData: (previous) => previous })
  useEffect(() => {
    if (ended) editor.view.dispatch(editor.state.tr.setMeta(key, new Set(ended.map(({ name }) => name))))
  }, [editor, ended])
}

function listUploads(document: Node): string[] {
  const names = new Set<string>()
  document.descendants((node) => {
    for (const name of uploadsOf(node)) names.add(name)
    return !node.inlineContent
  })
  return [...names].sort().slice(0, MAX_NAMES)
}

/** Whether a block is marked. */
export function hasEndedRights({ state }: Editor, node: Node): boolean {
  const names = key.getState(state)
  return uploadsOf(node).some((name) => names?.has(name))
}
