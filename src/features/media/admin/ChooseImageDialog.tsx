import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { libraryQuery } from '../media.functions.ts'
import { type ChosenImage, type LibraryImage, toChosenImage } from '../rules/library-image.ts'
import { ImageDropZone } from './ImageDropZone.tsx'
import { ImageGrid } from './ImageGrid.tsx'
import { UploadList } from './UploadList.tsx'
import { useImageUploads } from './useImageUploads.ts'

type Props = {
  /** Several images can be chosen, in the order in which they are pressed. */
  isMultiple?: boolean
  /** Uploaded at once, such as images that were pasted. */
  files?: readonly File[]
  /** At least one image. Close the dialog. */
  onChoose: (images: ChosenImage[]) => void
  onClose: () => void
}

/** Chooses images of the library, by searching or uploading. */
export function ChooseImageDialog({ isMultiple = false, files, onChoose, onClose }: Props) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly LibraryImage[]>([])
  const query = useInfiniteQuery({
    ...libraryQuery({ ...(q && { q }) }),
    placeholderData: (previous) => previous,
  })
  const choose = (image: LibraryImage) =>
    setChosen((before) => (isMultiple ? [...before.filter(({ id }) => id !== image.id), image] : [image]))
  const uploads = useImageUploads(choose)
  const listed = new Map(
    query.data?.pages.flatMap(({ images }) => images.map((image) => [image.id, image] as const)),
  )
  const isChosen = ({ id }: LibraryImage) => chosen.some((image) => image.id === id)
  const [hasAdded, setHasAdded] = useState(false)
  if (files && !hasAdded) {
    setHasAdded(true)
    uploads.add(files)
  }

  function press(image: LibraryImage) {
    if (isChosen(image)) setChosen(chosen.filter(({ id }) => id !== image.id))
    else choose(image)
  }

  return (
    <Dialog title={isMultiple ? 'Choose images' : 'Choose an image'} isOpen isWide onClose={onClose}>
      <ImageDropZone onFiles={uploads.add}>
        {(uploadButton) => (
          <>
            <div className="flex flex-wrap gap-2">
              <SearchField
                label="Search images"
                placeholder="Caption, person, credit or file name…"
                value={q}
                onSearch={(text) => setQ(text.trim())}
              />
              {uploadButton}
            </div>
            <UploadList uploads={uploads} onOpen={choose} openLabel="Choose" />
            <ImageGrid
              query={query}
              label="Images"
              isChosen={isChosen}
              onPress={press}
              empty={
                q ? (
                  <EmptyState title="No images found" text="Try other words." />
                ) : (
                  <EmptyState title="No images yet" text="Drop or paste images here, or upload them." />
                )
              }
            />
            <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper p-3">
              {isMultiple && chosen.length > 0 && (
                <p role="status" className="me-auto text-13 text-muted">
                  {formatCount(chosen.length, 'image')} chosen
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
                {chosen.length > 1 ? `Insert ${chosen.length} Images` : 'Insert Image'}
              </Button>
            </div>
          </>
        )}
      </ImageDropZone>
    </Dialog>
  )
}
