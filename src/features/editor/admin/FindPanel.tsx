import { type Editor, useEditorState } from '@tiptap/react'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { MAX_MATCHES } from '../rules/find-matches.ts'
import {
  enterMatch,
  type FindQuery,
  findText,
  readFindState,
  replaceAllMatches,
  replaceMatch,
  showMatch,
} from './find-and-replace.ts'

type Mode = 'find' | 'replace'

/** Ctrl+F and Ctrl+H open a panel that searches the text of the article. A second Ctrl+F opens that of the browser. */
export function FindPanel({ editor, isReadOnly }: { editor: Editor; isReadOnly: boolean }) {
  const [mode, setMode] = useState<Mode>()
  const field = useRef<HTMLInputElement>(null)

  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const wanted = shortcutMode(event)
    if (!wanted || hasOtherDialog() || (wanted === 'find' && document.activeElement === field.current)) return
    event.preventDefault()
    event.stopPropagation()
    setMode(wanted === 'replace' && isReadOnly ? 'find' : wanted)
    field.current?.select()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])

  function close() {
    enterMatch(editor.view)
    findText(editor.view, undefined)
    setMode(undefined)
  }

  if (!mode) return null
  return createPortal(
    <Panel
      editor={editor}
      field={field}
      canReplace={!isReadOnly}
      isReplacing={mode === 'replace'}
      onReplacing={() => setMode('replace')}
      onClose={close}
    />,
    document.body,
  )
}

/** Command on a Mac, where Command+H hides the application. */
function shortcutMode({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: globalThis.KeyboardEvent): Mode | undefined {
  if (shiftKey || !(ctrlKey || metaKey)) return undefined
  const pressed = key.toLowerCase()
  if (pressed === 'f' && !altKey) return 'find'
  return (pressed === 'h' && ctrlKey && !altKey) || (metaKey && altKey && pressed === 'f')
    ? 'replace'
    : undefined
}

const panelLabel = () => phrase('Find and replace')

function hasOtherDialog(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].some((dialog) => dialog.getAttribute('aria-label') !== panelLabel())
}

type PanelProps = {
  editor: Editor
  field: React.RefObject<HTMLInputElement | null>
  canReplace: boolean
  isReplacing: boolean
  onReplacing: () => void
  onClose: () => void
}

function Panel({ editor, field, canReplace, isReplacing, onReplacing, onClose }: PanelProps) {
  const { view } = editor
  const [query, setQuery] = useState<FindQuery>(() => ({
    text: selectedText(editor),
    isCaseSensitive: false,
    isWholeWord: false,
  }))
  const [replacement, setReplacement] = useState('')
  const { matches, current } = useEditorState({
    editor,
    selector: ({ editor }) => readFindState(editor.state),
  })
  useEffect(() => {
    findText(view, query)
    return () => {
      if (!view.isDestroyed) findText(view, undefined)
    }
  }, [view, query])
  useEffect(() => field.current?.select(), [field])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  function replaceAll() {
    const count = replaceAllMatches(view, replacement)
    void showToast({ title: plural(count, '{count} replacement made', '{count} replacements made') })
  }

  const isNone = matches.length === 0
  return (
    <div
      role="dialog"
      aria-label={panelLabel()}
      onKeyDown={onKeyDown}
      className="find-panel sheet flex flex-col gap-2 p-3 font-sans text-14 text-ink shadow-lg"
    >
      <div className="flex items-center gap-1">
        <input
          ref={field}
          type="text"
          dir="auto"
          aria-label={phrase('Find in the text')}
          placeholder={phrase('Find in the text')}
          maxLength={200}
          value={query.text}
          onChange={({ target }) => setQuery({ ...query, text: target.value })}
          onKeyDown={({ key, shiftKey }) => key === 'Enter' && showMatch(view, shiftKey ? -1 : 1)}
          className="admin-input min-w-0 flex-1"
        />
        <IconButton label={phrase('Previous match')} isDisabled={isNone} onClick={() => showMatch(view, -1)}>
          <ChevronUp aria-hidden size={18} />
        </IconButton>
        <IconButton label={phrase('Next match')} isDisabled={isNone} onClick={() => showMatch(view, 1)}>
          <ChevronDown aria-hidden size={18} />
        </IconButton>
        <IconButton label={phrase('Close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
        <p role="status" className="grow text-muted">
          {describeMatches(query.text, matches.length, current)}
        </p>
        <Option
          label={phrase('Match case')}
          isChecked={query.isCaseSensitive}
          onChange={(isCaseSensitive) => setQuery({ ...query, isCaseSensitive })}
        />
        <Option
          label={phrase('Whole words')}
          isChecked={query.isWholeWord}
          onChange={(isWholeWord) => setQuery({ ...query, isWholeWord })}
        />
      </div>
      {isReplacing ? (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="text"
            dir="auto"
            aria-label={phrase('Replace with')}
            placeholder={phrase('Replace with')}
            maxLength={1_000}
            value={replacement}
            onChange={({ target }) => setReplacement(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && replaceMatch(view, replacement)}
            className="admin-input min-w-0 flex-1 basis-40"
          />
          <Button disabled={isNone} onClick={() => replaceMatch(view, replacement)}>
            {phrase('Replace')}
          </Button>
          <Button disabled={isNone} onClick={replaceAll}>
            {phrase('Replace All')}
          </Button>
        </div>
      ) : (
        canReplace && (
          <button
            type="button"
            onClick={onReplacing}
            className="self-start text-13 font-semibold underline underline-offset-2"
          >
            {phrase('Replace…')}
          </button>
        )
      )}
    </div>
  )
}

function describeMatches(text: string, count: number, current: number): string {
  if (text === '') return ''
  if (count === 0) return phrase('No matches')
  return phrase('{current} of {total}', {
    current: current + 1,
    total: count === MAX_MATCHES ? `${formatNumber(count)}+` : count,
  })
}

function selectedText({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection
  return $from.sameParent($to) ? state.doc.textBetween(from, to).slice(0, 200) : ''
}

type IconProps = { label: string; isDisabled?: boolean; onClick: () => void; children: React.ReactNode }

function IconButton({ label, isDisabled = false, onClick, children }: IconProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className="admin-icon-button shrink-0"
    >
      {children}
    </button>
  )
}

type OptionProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

function Option({ label, isChecked, onChange }: OptionProps) {
  return (
    <label className="flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
