import { Dialog } from 'radix-ui'
import { phrase } from '#kernel/text/phrase.ts'
import { useCloseOnBack } from '#ui/useCloseOnBack.ts'
import { SearchForm } from './SearchForm.tsx'
import { restoreFocus, setSearchDialogOpen, useSearchDialogOpen } from './search-dialog-state.ts'

export function SearchDialog() {
  const isOpen = useSearchDialogOpen()
  const leave = useCloseOnBack(isOpen, () => setSearchDialogOpen(false))
  return (
    <Dialog.Root open={isOpen} onOpenChange={setSearchDialogOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-[#0009]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus()
          }}
          className="fixed inset-x-0 top-0 z-30 border-b border-ink bg-paper text-ink outline-none"
        >
          <div className="measure relative max-w-3xl pt-4 pb-8">
            <Dialog.Title className="headline pb-4 text-24/11">{phrase('Search Articles')}</Dialog.Title>
            <SearchForm
              placeholder={phrase('Search for articles, authors, categories...')}
              replace
              onSubmit={() => {
                leave()
                setSearchDialogOpen(false)
              }}
            />
            {/* After the search box, which gets the initial focus. */}
            <Dialog.Close className="absolute top-4 end-1 grid size-11 cursor-pointer place-items-center md:end-3">
              <span className="icon icon-close" />
              <span className="sr-only">{phrase('Close')}</span>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
