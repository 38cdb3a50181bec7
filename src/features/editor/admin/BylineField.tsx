import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, GripVertical, Plus, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import {
  peopleFailure,
  peopleNamesQuery,
  personErrors,
  savePersonFailure,
  savePersonFn,
} from '#features/people/people.functions.ts'
import {
  type BylineEntry,
  MAX_BYLINE_PEOPLE,
  MAX_ROLE_LENGTH,
  namesOfWriters,
  readByline,
  writeByline,
} from '#features/people/rules/byline.ts'
import { EMPTY_PERSON, personForm } from '#features/people/rules/person.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { NamePicker } from '#ui/admin/forms/NamePicker.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import type { ArticleEditor } from './article-editor.ts'
import { changeFields, SharedTextField, useFields } from './SharedFields.tsx'

type Props = {
  editor: ArticleEditor
  /** The plain author of an article from a feed does not change with its people. */
  isFromFeed: boolean
  author: { label: string; error: string | undefined }
}

/** The people of the byline, in their order. Without any, the byline is plain text. */
export function BylineField({ editor, isFromFeed, author }: Props) {
  const entries = readByline(useFields(editor).byline)
  const { data: people } = useQuery(peopleNamesQuery)
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const [dragged, setDragged] = useState<number>()

  function change(next: readonly BylineEntry[]) {
    const byline = writeByline(next)
    const hasText = byline !== null && !isFromFeed
    changeFields(editor, { byline, ...(hasText && { author: namesOfWriters(next) }) })
  }
  function move(from: number, to: number) {
    const moved = entries[from]
    if (moved) change(entries.toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  return (
    <div className="flex flex-col gap-3">
      {entries.length > 0 && (
        <ol aria-label={phrase('Byline')} className="flex flex-col gap-2">
          {entries.map((entry, index) => (
            <BylinePerson
              key={entry.id}
              entry={entry}
              name={people?.find(({ id }) => id === entry.id)?.name ?? entry.name}
              isDragged={dragged === index}
              drag={{
                onDragStart: () => setDragged(index),
                onDragEnd: () => setDragged(undefined),
                onDragOver: (event) => dragged !== undefined && event.preventDefault(),
                onDrop: (event) => {
                  event.preventDefault()
                  if (dragged !== undefined) move(dragged, index)
                },
              }}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              onMove={(by) => move(index, index + by)}
              onRole={(role) => change(entries.with(index, { ...entry, role }))}
              onRemove={() => {
                change(entries.toSpliced(index, 1))
                addButton.current?.focus()
              }}
            />
          ))}
        </ol>
      )}
      {entries.length === 0 && <SharedTextField editor={editor} field="author" {...author} />}
      {isAdding ? (
        <PersonPicker
          chosen={entries}
          onChoose={(person) => {
            change([...entries, { ...person, role: '' }])
            setIsAdding(false)
          }}
          onClose={() => setIsAdding(false)}
          opener={addButton}
        />
      ) : (
        entries.length < MAX_BYLINE_PEOPLE && (
          <div>
            <Button ref={addButton} onClick={() => setIsAdding(true)}>
              <Plus aria-hidden size={16} />
              {phrase('Add Person')}
            </Button>
          </div>
        )
      )}
    </div>
  )
}

const suggestedRoles = () => [
  phrase('Photographs'),
  phrase('Additional reporting'),
  phrase('Graphics'),
  phrase('Illustrations'),
  phrase('Video'),
  phrase('Translation'),
]

type PersonProps = {
  entry: BylineEntry
  name: string
  isDragged: boolean
  drag: Record<'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop', (event: DragEvent) => void>
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRole: (role: string) => void
  onRemove: () => void
}

function BylinePerson({ entry, name, isDragged, drag, isFirst, isLast, ...on }: PersonProps) {
  const { onDragStart, onDragEnd, ...target } = drag
  const roles = useId()
  /** The text as typed, since the byline stores it trimmed. */
  const [typed, setTyped] = useState<string>()
  return (
    <li {...target} className={`border border-rule p-2 text-14 ${isDragged ? 'opacity-50' : ''}`}>
      <div className="flex items-start gap-1">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is an alternative to the buttons */}
        <span
          draggable
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
          title={phrase('Drag to reorder')}
          className="grid h-7 cursor-grab place-items-center text-muted"
        >
          <GripVertical aria-hidden size={16} />
        </span>
        <bdi className="min-w-0 flex-1 py-1 font-semibold wrap-anywhere">{name}</bdi>
        <IconButton
          label={phrase('Move {name} up', { name })}
          title={phrase('Move up')}
          Icon={ChevronUp}
          isDisabled={isFirst}
          onClick={() => on.onMove(-1)}
        />
        <IconButton
          label={phrase('Move {name} down', { name })}
          title={phrase('Move down')}
          Icon={ChevronDown}
          isDisabled={isLast}
          onClick={() => on.onMove(1)}
        />
        <IconButton
          label={phrase('Remove {name}', { name })}
          title={phrase('Remove')}
          Icon={X}
          onClick={on.onRemove}
        />
      </div>
      <input
        type="text"
        dir="auto"
        list={roles}
        aria-label={phrase('Role of {name}', { name })}
        placeholder={phrase('Role, such as Photographs; empty for writers')}
        maxLength={MAX_ROLE_LENGTH}
        value={typed ?? entry.role}
        onChange={({ target: { value } }) => {
          setTyped(value)
          on.onRole(value)
        }}
        onBlur={() => setTyped(undefined)}
        className="admin-input mt-1"
      />
      <datalist id={roles}>
        {suggestedRoles().map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </li>
  )
}

type PickerProps = {
  chosen: readonly BylineEntry[]
  onChoose: (person: { id: string; name: string }) => void
  onClose: () => void
  opener: { current: HTMLButtonElement | null }
}

/** People who manage people may create one with the typed name. */
function PersonPicker({ chosen, onChoose, onClose, opener }: PickerProps) {
  const can = useCapability()
  const queryClient = useQueryClient()
  const query = useQuery(peopleNamesQuery)
  const [newId] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error, data } = useCancellableMutation({
    mutationFn: (name: string, signal) =>
      savePersonFn({ data: { ...EMPTY_PERSON, id: newId, isNew: true, name }, signal }),
    onSuccess(outcome, name) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'people'] })
      if (outcome.kind === 'saved') onChoose({ id: newId, name })
    },
  })
  // The button returns when the picker closes.
  useEffect(() => () => void requestAnimationFrame(() => opener.current?.focus()), [opener])
  const problem = data && data.kind !== 'saved' ? `${personErrors()[data.kind].text}.` : undefined
  return (
    <NamePicker
      label={phrase('Person')}
      placeholder={phrase('Name')}
      listLabel={phrase('People')}
      noneFound={phrase('Nobody found')}
      query={query}
      failure={peopleFailure()}
      chosen={chosen}
      newName={can('people.manage') ? personForm.shape.name : undefined}
      isSaving={isPending}
      problem={error ? failureText(error, savePersonFailure()) : problem}
      onChoose={onChoose}
      onCreate={mutate}
      onClose={onClose}
    />
  )
}
