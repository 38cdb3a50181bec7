import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import { type FoundArticle, useArticleSearch } from './useArticleSearch.tsx'

type Props = {
  title: string
  isOwn?: boolean
  onChoose: (article: FoundArticle) => void
  onClose: () => void
}

/** Asks for a published article. `isOwn`: not one of another publisher. */
export function FindArticleDialog({ title, isOwn = false, onChoose, onClose }: Props) {
  const [words, setWords] = useState('')
  const { found, options, status } = useArticleSearch(words.trim(), { withNewest: true, isOwn })

  function choose(id: string) {
    const article = found.find((one) => one.id === id)
    if (article) onChoose(article)
  }

  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="flex flex-col gap-1">
        <Combobox
          label={phrase('Words from the headline')}
          name="article"
          value={words}
          onChange={setWords}
          options={options}
          listLabel={phrase('Published articles')}
          onChoose={choose}
          onEnter={() => {}}
        />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'min-h-5 text-13 text-muted'}>
          {status}
        </p>
      </div>
    </Dialog>
  )
}
