import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { libraryQuery } from '../media.functions.ts'
import { type ChosenImage, type LibraryFile, toChosenImage } from '../rules/library-file.ts'
import { kindOf, type MediaKind } from '../rules/media-kind.ts'
import { ImageDropZone } from './ImageDropZone.tsx'
import { ImageGrid } from './ImageGrid.tsx'
import { UploadList } from './UploadList.tsx'
import { useImageUploads } from './useImageUploads.ts'

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
  /** Several images can be chosen, in the order in which they are pressed. */
  isMultiple?: boolean
  /** Uploaded at once, such as images that were pasted. */
  files?: readonly File[]
  /** At least one image. Close the dialog. */
  onChoose: (images: ChosenImage[]) => void
  onClose: () => void
}

/** Chooses files of the library, by searching or uploading. */
export function ChooseImageDialog({ kinds = IMAGES, isMultiple = false, files, onChoose, onClose }: Props) {
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
  const uploads = useImageUploads(choose)
  const listed = new Map(
    query.data?.pages.flatMap(({ images }) => images.map((image) => [image.id, image] as const)),
  )
  const isChosen = ({ id }: LibraryFile) => chosen.some((image) => image.id === id)
  const [hasAdded, setHasAdded] = useState(false)
  if (files && !hasAdded) {
    setHasAdded(true)
    uploads.add(files)
  }

  function press(image: LibraryFile) {
    if (isChosen(image)) setChosen(chosen.filter(({ id }) => id !== image.id))
    else choose(image)
  }

  return (
    <Dialog title={isMultiple ? `Choose ${many}` : `Choose ${one}`} isOpen isWide onClose={onClose}>
      <ImageDropZone kinds={kinds} onFiles={uploads.add}>
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
            <ImageGrid
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
                onClick={() => onChoose(chosen.map((image) => toChosenImage(listed.get(image.id) ?? image)))}
              >
                {chosen.length > 1
                  ? `Insert ${chosen.length} ${isImages ? 'Images' : 'Files'}`
                  : INSERT[kinds.length === 1 ? (kinds[0] ?? 'image') : 'file']}
              </Button>
            </div>
          </>
        )}
      </ImageDropZone>
    </Dialog>
  )
}
