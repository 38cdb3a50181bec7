import { useQueryClient } from '@tanstack/react-query'
import { closeHistory } from '@tiptap/pm/history'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useCallback } from 'react'
import type { DocumentAttributes } from '#features/drafts/rules/draft-schema.ts'
import { newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'
import { place } from '#kernel/time/place.ts'
import { findSmartPunctuation } from '../rules/smart-punctuation.ts'
import { LEAF } from './find-and-replace.ts'

/** Returns a function that reads the setting "Smart quotes"; false until it has loaded. */
export function useSmartPunctuation(): () => boolean {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.getQueryData(newsroomSettingsQuery.queryKey)?.hasSmartPunctuation ?? false,
    [queryClient],
  )
}

/** Replaces typed quotation marks, apostrophes and dots. */
export function createSmartPunctuation(isOn: () => boolean): Plugin {
  return new Plugin({
    props: {
      handleTextInput: (view, from, to, text) => isOn() && replaceTyped(view, { from, to }, text),
    },
  })
}

/** @returns whether the text was inserted */
function replaceTyped(view: EditorView, { from, to }: { from: number; to: number }, text: string): boolean {
  const { $from } = view.state.selection
  if (view.composing || from !== to || from !== $from.pos) return false
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, LEAF)
  const { language } = view.state.doc.attrs as DocumentAttributes
  const change = findSmartPunctuation(before, text, language ?? place().locale)
  if (!change) return false
  view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  // A separate undo step.
  const replacement = view.state.tr.insertText(change.inserted, from - change.removed, from + text.length)
  view.dispatch(closeHistory(replacement))
  return true
}
