import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { focusEditor } from '#features/blocks/admin/rich-text-tools.ts'
import { formatDay } from '#kernel/dates.ts'
import { failureText } from '#kernel/failure-text.ts'
import { formatCount } from '#kernel/format-count.ts'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import { SEARCH_PAUSE_MS } from '#ui/admin/forms/SearchField.tsx'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { LINK_SEARCH_FAILURE, linkTargetsQuery } from '../editor.functions.ts'
import { readLinkAddress } from '../rules/link-address.ts'

type Props = { editor: Editor; value: string; onChange: (value: string) => void; onDone: () => void }

/** Not a `<form>`, since it is inside one. */
export function LinkForm({ editor, value, onChange, onDone }: Props) {
  const [isInvalid, setIsInvalid] = useState(false)
  const address = readLinkAddress(value)
  const { found, isBusy, status } = useArticleSearch(address === undefined ? value.trim() : '')

  function close() {
    focusEditor(editor)
    onDone()
  }

  /** @param text inserted if nothing is selected */
  function link(href: string, text: string) {
    focusEditor(editor)
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onDone()
  }

  function apply() {
    if (address === undefined) setIsInvalid(!isBusy)
    else link(address, value.trim())
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of its fields
    <div className="link-form" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <div className="flex min-w-[min(100%,18rem)] flex-1 flex-col gap-1">
        <Combobox
          label="Address or article"
          name="link"
          placeholder="https:// or words of a headline"
          value={value}
          onChange={(next) => {
            setIsInvalid(false)
            onChange(next)
          }}
          options={found.map(({ id, title, publishedAt }) => ({
            key: id,
            content: (
              <span className="flex min-w-0 flex-col py-1.5">
                <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>{' '}
                <time dateTime={publishedAt} className="text-13 font-normal text-muted">
                  {formatDay(publishedAt)}
                </time>
              </span>
            ),
          }))}
          listLabel="Published articles"
          onChoose={(id) => link(`/article/${id}`, found.find((article) => article.id === id)?.title ?? '')}
          onEnter={apply}
        />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'text-13 text-muted empty:hidden'}>
          {status}
        </p>
        {isInvalid && (
          <p role="alert" className="text-13 font-semibold text-danger">
            Choose an article, or enter a web or email address.
          </p>
        )}
      </div>
      <Button onClick={apply}>Apply</Button>
      <Button
        onClick={() => {
          focusEditor(editor)
          editor.chain().extendMarkRange('link').unsetLink().run()
          onDone()
        }}
      >
        Remove Link
      </Button>
    </div>
  )
}

/** Keeps the previous results until new ones arrive. */
function useArticleSearch(words: string) {
  const wanted = words.length <= MAX_QUERY_LENGTH ? words : ''
  const searched = useDebounced(wanted, SEARCH_PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    ...linkTargetsQuery(searched),
    enabled: searched !== '',
    placeholderData: (previous) => previous,
    retry: false,
  })
  const found = (wanted && data) || []
  const isBusy = wanted !== '' && (searched !== wanted || isFetching)

  function describeStatus(): string {
    if (wanted === '') return ''
    if (found.length > 0) return formatCount(found.length, 'article')
    if (isBusy) return 'Searching articles…'
    return error ? failureText(error, LINK_SEARCH_FAILURE) : 'No articles found.'
  }

  return { found, isBusy, status: describeStatus() }
}
