import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
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
import { phrasesFailure, phrasesQuery, savePhraseFailure, savePhraseFn } from '../phrases.functions.ts'
import type { PhraseEntry } from '../server/phrases.server.ts'
import { PhraseDialog } from './PhraseDialog.tsx'

const filters = () => ({
  all: { label: phrase('All'), has: () => true },
  replaced: { label: phrase('Replaced'), has: (entry: PhraseEntry) => entry.replaced !== null },
  missing: { label: phrase('Missing'), has: (entry: PhraseEntry) => isMissing(entry) },
})

type Filter = keyof ReturnType<typeof filters>

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
      void showToast({ title: phrase('Phrase reset') })
    },
    onError: (error) => showFailure(error, savePhraseFailure()),
  })
  return (
    <AdminPage
      title={phrase('Phrases')}
      text={phrase(
        'The texts around your articles, such as buttons and messages, in the language of the newspaper. Replace any of them with your own.',
      )}
    >
      <LoadState query={query} failure={phrasesFailure()}>
        {({ entries }) => {
          const found = entries.filter((entry) => filters()[filter].has(entry) && contains(entry, text))
          return (
            <>
              <div className="flex flex-wrap items-end gap-3">
                <SearchField
                  label={phrase('Search phrases')}
                  value={text}
                  onSearch={(typed) => setText(typed.trim())}
                />
                <Select
                  label={phrase('Show')}
                  value={filter}
                  onChange={({ target }) => setFilter(target.value as Filter)}
                >
                  {Object.entries(filters()).map(([name, { label, has }]) => (
                    <option key={name} value={name}>
                      {label} ({formatNumber(entries.filter(has).length)})
                    </option>
                  ))}
                </Select>
              </div>
              <p role="status" className="sr-only">
                {plural(found.length, '{count} phrase', '{count} phrases')}
              </p>
              {found.length === 0 ? (
                <EmptyState
                  title={phrase('No phrases found')}
                  text={phrase('Try another word, or show all phrases.')}
                />
              ) : (
                <Table
                  caption={phrase('Phrases')}
                  columns={columns(language, { onEdit: setEdited, onReset: (entry) => reset.mutate(entry) })}
                  rows={found.slice(0, MAX_ROWS)}
                  keyOf={({ english }) => english}
                />
              )}
              {found.length > MAX_ROWS && (
                <p className="text-13 text-muted">
                  {phrase('The first {max} of {count} phrases. Search for others.', {
                    max: MAX_ROWS,
                    count: found.length,
                  })}
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
      label: phrase('Text'),
      cell: (entry) => {
        const shown = (entry.replaced ?? entry.supplied)?.other ?? entry.english
        return (
          <>
            <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
              <bdi lang={isMissing(entry) ? 'en' : language} className="font-semibold">
                {shown}
              </bdi>
              {entry.replaced && <Badge>{phrase('Replaced')}</Badge>}
              {isMissing(entry) && <Badge>{phrase('Missing')}</Badge>}
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
      label: phrase('Actions'),
      isHeadHidden: true,
      cell: (entry) => (
        <span className="flex justify-end">
          {entry.replaced && (
            <IconButton
              label={phrase('Reset {english}', { english: entry.english })}
              title={phrase('Reset')}
              Icon={RotateCcw}
              onClick={() => onReset(entry)}
            />
          )}
          <IconButton
            label={phrase('Edit {english}', { english: entry.english })}
            title={phrase('Edit')}
            Icon={Pencil}
            onClick={() => onEdit(entry)}
          />
        </span>
      ),
    },
  ]
}
