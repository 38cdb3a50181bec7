import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { foldLetters } from '#kernel/text/text.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Badge } from '#ui/admin/Badge.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { PHRASES_FAILURE, phrasesQuery, SAVE_PHRASE_FAILURE, savePhraseFn } from '../phrases.functions.ts'
import type { PhraseEntry } from '../server/phrases.server.ts'
import { PhraseDialog } from './PhraseDialog.tsx'

const FILTERS = {
  all: { label: 'All', has: () => true },
  replaced: { label: 'Replaced', has: (entry: PhraseEntry) => entry.replaced !== null },
  missing: { label: 'Missing', has: (entry: PhraseEntry) => isMissing(entry) },
}

type Filter = keyof typeof FILTERS

/** The search finds the others. */
const MAX_ROWS = 200

export function PhrasesScreen() {
  const query = useQuery(phrasesQuery)
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [edited, setEdited] = useState<PhraseEntry>()
  const language = query.data?.language ?? 'en'
  const reset = useCancellableMutation({
    mutationFn: ({ english }: PhraseEntry, signal) =>
      savePhraseFn({ data: { language, english, forms: null }, signal }),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: phrasesQuery.queryKey })
      void showToast({ title: 'Phrase reset' })
    },
    onError: (error) => showFailure(error, SAVE_PHRASE_FAILURE),
  })
  return (
    <AdminPage
      title="Phrases"
      text="The texts around your articles, such as buttons and messages, in the language of the newspaper. Replace any of them with your own."
    >
      <LoadState query={query} failure={PHRASES_FAILURE}>
        {({ entries }) => {
          const found = entries.filter((entry) => FILTERS[filter].has(entry) && contains(entry, text))
          return (
            <>
              <div className="flex flex-wrap items-end gap-3">
                <SearchField
                  label="Search phrases"
                  value={text}
                  onSearch={(typed) => setText(typed.trim())}
                />
                <Select
                  label="Show"
                  value={filter}
                  onChange={({ target }) => setFilter(target.value as Filter)}
                >
                  {Object.entries(FILTERS).map(([name, { label, has }]) => (
                    <option key={name} value={name}>
                      {label} ({formatNumber(entries.filter(has).length)})
                    </option>
                  ))}
                </Select>
              </div>
              <p role="status" className="sr-only">
                {found.length === 1 ? '1 phrase' : `${formatNumber(found.length)} phrases`}
              </p>
              {found.length === 0 ? (
                <EmptyState title="No phrases found" text="Try another word, or show all phrases." />
              ) : (
                <Table
                  caption="Phrases"
                  columns={columns(language, { onEdit: setEdited, onReset: (entry) => reset.mutate(entry) })}
                  rows={found.slice(0, MAX_ROWS)}
                  keyOf={({ english }) => english}
                />
              )}
              {found.length > MAX_ROWS && (
                <p className="text-13 text-muted">
                  The first {MAX_ROWS} of {formatNumber(found.length)} phrases. Search for others.
                </p>
              )}
            </>
          )
        }}
      </LoadState>
      {edited && <PhraseDialog entry={edited} language={language} onClose={() => setEdited(undefined)} />}
    </AdminPage>
  )
}

function isMissing({ supplied, replaced }: PhraseEntry): boolean {
  return supplied === null && replaced === null
}

/** Whether the phrase contains each word, in English or as readers see it. */
function contains({ english, supplied, replaced }: PhraseEntry, text: string): boolean {
  const searched = foldLetters(
    [english, ...Object.values(supplied ?? {}), ...Object.values(replaced ?? {})].join('\n'),
  )
  return foldLetters(text)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

type Actions = { onEdit: (entry: PhraseEntry) => void; onReset: (entry: PhraseEntry) => void }

function columns(language: string, { onEdit, onReset }: Actions): Column<PhraseEntry>[] {
  return [
    {
      name: 'text',
      label: 'Text',
      cell: (entry) => {
        const shown = (entry.replaced ?? entry.supplied)?.other ?? entry.english
        return (
          <>
            <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
              <bdi lang={isMissing(entry) ? 'en' : language} className="font-semibold">
                {shown}
              </bdi>
              {entry.replaced && <Badge>Replaced</Badge>}
              {isMissing(entry) && <Badge>Missing</Badge>}
            </span>
            {shown !== entry.english && (
              <span className="block text-13 wrap-anywhere text-muted">
                <bdi lang="en">{entry.english}</bdi>
              </span>
            )}
          </>
        )
      },
    },
    {
      name: 'actions',
      label: 'Actions',
      isHeadHidden: true,
      cell: (entry) => (
        <span className="flex justify-end">
          {entry.replaced && (
            <IconButton
              label={`Reset ${entry.english}`}
              title="Reset"
              Icon={RotateCcw}
              onClick={() => onReset(entry)}
            />
          )}
          <IconButton
            label={`Edit ${entry.english}`}
            title="Edit"
            Icon={Pencil}
            onClick={() => onEdit(entry)}
          />
        </span>
      ),
    },
  ]
}
