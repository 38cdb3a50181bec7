import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { libraryQuery } from '../media.functions.ts'
import { type ChosenFile, type LibraryFile, toChosenFile } from '../rules/library-file.ts'
import { kindOf, type MediaKind } from '../rules/media-kind.ts'
import { FileDropZone } from './FileDropZone.tsx'
import { FileGrid } from './FileGrid.tsx'
import { UploadList } from './UploadList.tsx'
import { useFileUploads } from './useFileUploads.ts'

const IMAGES: readonly MediaKind[] = ['image']
const NAMES = {
  image: ['an image', 'images'],
  audio: ['an audio file', 'audio files'],
  video: ['a video', 'videos'],
  file: ['a file', 'files'],
} as const
const INSERT = { image: 'Insert Image', audio: 'Insert Audio', video: 'Insert Video', file: 'Insert File' }

type Props = {
  /** The kinds of files to choose from. */
  kinds?: readonly MediaKind[]
  /** Several files can be chosen, in the order in which they are pressed. */
  isMultiple?: boolean
  /** Uploaded at once, such as images that were pasted. */
  files?: readonly File[]
  /** At least one file. Close the dialog. */
  onChoose: (files: ChosenFile[]) => void
  onClose: () => void
}

/** Chooses files of the library, by searching or uploading. */
export function ChooseFileDialog({ kinds = IMAGES, isMultiple = false, files, onChoose, onClose }: Props) {
  const isImages = kinds.every((kind) => kind === 'image')
  const [one, many] = NAMES[kinds.length === 1 ? (kinds[0] ?? 'image') : 'file']
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([])
  const query = useInfiniteQuery({
    ...libraryQuery({ ...(kinds.length === 1 && { kind: kinds[0] }), ...(q && { q }) }),
    placeholderData: (previous) => previous,
  })
  function choose(file: LibraryFile) {
    if (!kinds.includes(kindOf(file.mime))) return
    setChosen((before) => (isMultiple ? [...before.filter(({ id }) => id !== file.id), file] : [file]))
  }
  const uploads = useFileUploads(choose)
  const listed = new Map(
    query.data?.pages.flatMap(({ files }) => files.map((file) => [file.id, file] as const)),
  )
  const isChosen = ({ id }: LibraryFile) => chosen.some((file) => file.id === id)
  const [hasAdded, setHasAdded] = useState(false)
  if (files && !hasAdded) {
    setHasAdded(true)
    uploads.add(files)
  }

  function press(file: LibraryFile) {
    if (isChosen(file)) setChosen(chosen.filter(({ id }) => id !== file.id))
    else choose(file)
  }

  return (
    <Dialog title={isMultiple ? `Choose ${many}` : `Choose ${one}`} isOpen isWide onClose={onClose}>
      <FileDropZone kinds={kinds} onFiles={uploads.add}>
        {(uploadButton) => (
          <>
            <div className="flex flex-wrap gap-2">
              <SearchField
                label={`Search ${many}`}
                placeholder="Caption, person, credit or file name…"
                value={q}
                onSearch={(text) => setQ(text.trim())}
              />
              {uploadButton}
            </div>
            <UploadList uploads={uploads} onOpen={choose} openLabel="Choose" />
            <FileGrid
              query={query}
              label={isImages ? 'Images' : 'Files'}
              isChosen={isChosen}
              onPress={press}
              empty={
                q ? (
                  <EmptyState title={`No ${many} found`} text="Try other words." />
                ) : (
                  <EmptyState title={`No ${many} yet`} text={`Drop ${many} here, or upload them.`} />
                )
              }
            />
            <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper p-3">
              {isMultiple && chosen.length > 0 && (
                <p role="status" className="me-auto text-13 text-muted">
                  {formatCount(chosen.length, isImages ? 'image' : 'file')} chosen
                </p>
              )}
              <Button onClick={onClose}>Cancel</Button>
              <Button
                variant="primary"
                data-confirm
                disabled={chosen.length === 0}
                // Its texts may have changed since it was chosen.
                onClick={() => onChoose(chosen.map((file) => toChosenFile(listed.get(file.id) ?? file)))}
              >
                {chosen.length > 1
                  ? `Insert ${chosen.length} ${isImages ? 'Images' : 'Files'}`
                  : INSERT[kinds.length === 1 ? (kinds[0] ?? 'image') : 'file']}
              </Button>
            </div>
          </>
        )}
      </FileDropZone>
    </Dialog>
  )
}
