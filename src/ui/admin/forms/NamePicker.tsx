import { useState } from 'react'
import type { ZodType } from 'zod'
import { suggestByName } from '#kernel/find-by-name.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '../Button.tsx'
import { LoadError, type LoadQuery, loadError } from '../LoadState.tsx'
import { Combobox } from './Combobox.tsx'

type Named = { id: string; name: string }

type Props = {
  label: string
  placeholder: string
  listLabel: string
  /** The message if no name matches. */
  noneFound: string
  query: LoadQuery & { data: readonly Named[] | undefined }
  failure: string
  /** Entries that are not offered again. */
  chosen: readonly { id: string }[]
  /** Parses the name of a new entry. Undefined if the user may not create one. */
  newName: ZodType<string> | undefined
  isSaving: boolean
  problem?: string | undefined
  onChoose: (entry: Named) => void
  onCreate: (name: string) => void
  onClose: () => void
}

/** The key of the option that creates an entry. */
const NEW = 'new'

/** Chooses an entry by its name, or creates one with the typed name. */
export function NamePicker({ query, failure, chosen, newName, isSaving, problem, ...props }: Props) {
  const { label, placeholder, listLabel, noneFound, onChoose, onCreate, onClose } = props
  const [typed, setTyped] = useState('')
  const { data: all } = query
  const others = all?.filter(({ id }) => !chosen.some((entry) => entry.id === id)) ?? []
  const name = newName?.safeParse(typed).data
  const isKnown = all?.some((entry) => entry.name.toLowerCase() === name?.toLowerCase()) ?? true
  const created = isKnown ? undefined : name
  const options = suggestByName(others, typed).map((entry) => ({
    key: entry.id,
    content: <bdi className="wrap-anywhere">{entry.name}</bdi>,
  }))
  if (created)
    options.push({
      key: NEW,
      content: (
        <span>{phraseParts('Create “{created}”', { created: <bdi key="created">{created}</bdi> })}</span>
      ),
    })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the Escape key of its fields
    <div
      className="flex flex-col gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Otherwise the panel around it closes too.
        event.preventDefault()
        onClose()
      }}
    >
      {/* Stays while the entries load, so that nothing typed is lost. */}
      <Combobox
        label={label}
        name={label.toLowerCase()}
        placeholder={placeholder}
        value={typed}
        onChange={setTyped}
        options={options}
        listLabel={listLabel}
        onChoose={(key) => {
          const entry = others.find(({ id }) => id === key)
          if (entry) onChoose({ id: entry.id, name: entry.name })
          else if (created) onCreate(created)
        }}
        onEnter={() => {}}
      />
      <p role="status" className="text-13 text-muted empty:hidden">
        {isSaving
          ? phrase('Saving...')
          : options.length === 0 && !loadError(query) && (all ? noneFound : phrase('Loading...'))}
      </p>
      <p role="alert" className="text-13 font-semibold text-danger empty:hidden">
        {problem}
      </p>
      <LoadError query={query} text={failure} />
      <div>
        <Button onClick={onClose}>{phrase('Cancel')}</Button>
      </div>
    </div>
  )
}
