import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
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

const texts = () => ({
  image: {
    chooseOne: phrase('Choose an image'),
    chooseSeveral: phrase('Choose images'),
    search: phrase('Search images'),
    noneFound: phrase('No images found'),
    none: phrase('No images yet'),
    help: phrase('Drop images here, or upload them.'),
    insert: phrase('Insert Image'),
  },
  audio: {
    chooseOne: phrase('Choose an audio file'),
    chooseSeveral: phrase('Choose audio files'),
    search: phrase('Search audio files'),
    noneFound: phrase('No audio files found'),
    none: phrase('No audio files yet'),
    help: phrase('Drop audio files here, or upload them.'),
    insert: phrase('Insert Audio'),
  },
  video: {
    chooseOne: phrase('Choose a video'),
    chooseSeveral: phrase('Choose videos'),
    search: phrase('Search videos'),
    noneFound: phrase('No videos found'),
    none: phrase('No videos yet'),
    help: phrase('Drop videos here, or upload them.'),
    insert: phrase('Insert Video'),
  },
  file: {
    chooseOne: phrase('Choose a file'),
    chooseSeveral: phrase('Choose files'),
    search: phrase('Search files'),
    noneFound: phrase('No files found'),
    none: phrase('No files yet'),
    help: phrase('Drop files here, or upload them.'),
    insert: phrase('Insert File'),
  },
})

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
  const text = texts()[kinds.length === 1 ? (kinds[0] ?? 'image') : 'file']
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
    <Dialog title={isMultiple ? text.chooseSeveral : text.chooseOne} isOpen isWide onClose={onClose}>
      <FileDropZone kinds={kinds} onFiles={uploads.add}>
        {(uploadButton) => (
          <>
            <div className="flex flex-wrap gap-2">
              <SearchField
                label={text.search}
                placeholder={phrase('Caption, person, credit or file name…')}
                value={q}
                onSearch={(text) => setQ(text.trim())}
              />
              {uploadButton}
            </div>
            <UploadList uploads={uploads} onOpen={choose} openLabel={phrase('Choose')} />
            <FileGrid
              query={query}
              label={isImages ? phrase('Images') : phrase('Files')}
              isChosen={isChosen}
              onPress={press}
              empty={
                q ? (
                  <EmptyState title={text.noneFound} text={phrase('Try other words.')} />
                ) : (
                  <EmptyState title={text.none} text={text.help} />
                )
              }
            />
            <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper p-3">
              {isMultiple && chosen.length > 0 && (
                <p role="status" className="me-auto text-13 text-muted">
                  {isImages
                    ? plural(chosen.length, '{count} image chosen', '{count} images chosen')
                    : plural(chosen.length, '{count} file chosen', '{count} files chosen')}
                </p>
              )}
              <Button onClick={onClose}>{phrase('Cancel')}</Button>
              <Button
                variant="primary"
                data-confirm
                disabled={chosen.length === 0}
                // Its texts may have changed since it was chosen.
                onClick={() => onChoose(chosen.map((file) => toChosenFile(listed.get(file.id) ?? file)))}
              >
                {chosen.length <= 1
                  ? text.insert
                  : isImages
                    ? phrase('Insert {count} Images', { count: chosen.length })
                    : phrase('Insert {count} Files', { count: chosen.length })}
              </Button>
            </div>
          </>
        )}
      </FileDropZone>
    </Dialog>
  )
}
