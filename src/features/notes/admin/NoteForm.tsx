import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { mentionableQuery } from '../notes.functions.ts'
import {
  findMentionQuery,
  MAX_NOTE_LENGTH,
  type NoteFields,
  noteForm,
  suggestPeople,
} from '../rules/notes.ts'

type Props = {
  articleId: string
  /** See `useUnsentForm`. */
  name: string
  context?: string
  label: string
  submitLabel: string
  initial?: NoteFields
  /** Replies do not block the publication. */
  canBlock?: boolean
  isBusy: boolean
  children?: ReactNode
  /** Calls `onSent` before the form closes. */
  onSubmit: (input: NoteFields, onSent: () => void) => void
  onCancel: () => void
}

const EMPTY: NoteFields = { text: '', isBlocking: false }

export function NoteForm({
  articleId,
  name,
  context = '',
  label,
  submitLabel,
  initial = EMPTY,
  canBlock,
  ...props
}: Props) {
  const { isBusy, children, onSubmit, onCancel } = props
  const { text, isBlocking } = initial
  const { unsent, ...form } = useUnsentForm(noteForm, {
    name,
    context,
    defaultValues: { text, isBlocking },
    shouldFocusError: false,
  })
  const area = useRef<HTMLTextAreaElement>(null)

  useEffect(() => area.current?.focus(), [])

  const submit = form.handleSubmit(
    (typed) => {
      if (!isBusy) onSubmit({ ...typed, text: typed.text.trim() }, unsent.end)
    },
    () => area.current?.focus(),
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} parameter="article" recovery={recovery()} />
      <RestoredNotice unsent={unsent} />
      {children}
      <MentionTextArea
        articleId={articleId}
        label={label}
        ref={area}
        value={form.watch('text')}
        onChange={(value) =>
          form.setValue('text', value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        onSubmit={() => void submit()}
        error={form.formState.errors.text?.message}
      />
      {canBlock && (
        <label className="flex min-h-6 items-center gap-2 text-14">
          <input type="checkbox" {...form.register('isBlocking')} className="size-4 accent-ink" />
          {phrase('Block the publication until this is resolved')}
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={() => {
            unsent.end()
            onCancel()
          }}
        >
          {phrase('Cancel')}
        </Button>
        <Button type="submit" variant="primary" isBusy={isBusy} busyText={phrase('Saving...')}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

type MentionTextAreaProps = {
  articleId: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Called for Ctrl+Enter. */
  onSubmit: () => void
  ref: RefObject<HTMLTextAreaElement | null>
}

/** Suggests people after `@`. */
function MentionTextArea({ articleId, value, onChange, onSubmit, ref, ...area }: MentionTextAreaProps) {
  const listId = useId()
  const { data: people } = useQuery(mentionableQuery(articleId))
  const [caret, setCaret] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const nextCaret = useRef<number>(undefined)
  const mention = caret === undefined ? undefined : findMentionQuery(value, caret)
  const suggested = mention && people ? suggestPeople(people, mention.query) : []
  const option = (index: number) => `${listId}-${index}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: the inserted name moves the caret to its end
  useLayoutEffect(() => {
    if (nextCaret.current !== undefined) ref.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  }, [value])

  function insert(index: number) {
    const person = suggested[index]
    if (!mention || !person) return
    const inserted = `@${person.name} `
    nextCaret.current = mention.at + inserted.length
    onChange(value.slice(0, mention.at) + inserted + value.slice(caret).replace(/^ /, ''))
    setCaret(undefined)
    ref.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (suggested.length === 0 || event.nativeEvent.isComposing) return
    const count = suggested.length
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % count)
    else if (event.key === 'ArrowUp') setChosen((chosen + count - 1) % count)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen)
    else if (event.key === 'Escape') setCaret(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <TextArea
        {...area}
        ref={ref}
        rows={3}
        placeholder={phrase('Type @ to mention someone')}
        maxLength={MAX_NOTE_LENGTH}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(undefined)}
        aria-autocomplete="list"
        aria-controls={suggested.length > 0 ? listId : undefined}
        aria-activedescendant={suggested.length > 0 ? option(chosen) : undefined}
      />
      <p role="status" className="sr-only">
        {suggested.length > 0 &&
          plural(
            suggested.length,
            '{count} person found. Use the arrow keys to choose.',
            '{count} people found. Use the arrow keys to choose.',
          )}
      </p>
      {suggested.length > 0 && (
        <div
          role="listbox"
          id={listId}
          aria-label={phrase('People')}
          className="absolute inset-x-0 top-full z-20 border border-ink bg-paper shadow-md"
        >
          {suggested.map(({ id, name }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text area has the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
            <div
              key={id}
              role="option"
              id={option(index)}
              aria-selected={index === chosen}
              // Keeps the focus in the text area.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(index)}
              className="flex min-h-9 cursor-pointer items-center px-3 text-14 wrap-anywhere aria-selected:bg-wash aria-selected:font-semibold pointer-coarse:min-h-11"
            >
              <bdi>{name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
