import { useQuery } from '@tanstack/react-query'
import { type Editor, useEditorState } from '@tiptap/react'
import { useEffect } from 'react'
import { relatedArticlesQuery } from '../blocks.functions.ts'
import { listRelated, RELATED_FOUND } from './related-cards.ts'

/** Updates the cards of related articles when the articles change. */
export function useRelatedArticles(editor: Editor): void {
  const joined = useEditorState({
    editor,
    selector({ editor }) {
      const ids = listRelated(editor.state.doc).map(({ node }) => node.attrs.article)
      return [...new Set(ids)].toSorted().join()
    },
  })
  const { data } = useQuery({ ...relatedArticlesQuery(joined.split(',')), enabled: joined !== '' })
  useEffect(() => {
    if (!data || editor.isDestroyed) return
    const found = { ids: joined.split(','), articles: data }
    editor.view.dispatch(editor.state.tr.setMeta(RELATED_FOUND, found).setMeta('addToHistory', false))
  }, [editor, joined, data])
}
