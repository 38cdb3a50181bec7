import { useInfiniteQuery } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'
import { libraryQuery } from '../media.functions.ts'
import { hasLibraryFilter, type LibraryFilter, type LibraryParams } from '../rules/library-params.ts'
import { MEDIA_KINDS } from '../rules/media-kind.ts'
import { FileDropZone } from './FileDropZone.tsx'
import { FileGrid } from './FileGrid.tsx'
import { FileDetail, FilePanel } from './FilePanel.tsx'
import { LibraryFilters } from './LibraryFilters.tsx'
import { UploadList } from './UploadList.tsx'
import { useFileUploads } from './useFileUploads.ts'

/** The panel stands beside the grid. */
const WIDE = '(width >= 64rem)'

type Props = {
  params: LibraryParams
  /** Empty strings remove filters. */
  onFilter: (change: { [Name in keyof LibraryFilter]?: string }) => void
  onClearFilters: () => void
  /** Undefined closes it. */
  onOpen: (id: string | undefined) => void
}

export function LibraryScreen({ params, onFilter, onClearFilters, onOpen }: Props) {
  const { image: openId, ...filter } = params
  const query = useInfiniteQuery({ ...libraryQuery(filter), placeholderData: (previous) => previous })
  const uploads = useFileUploads()
  const isWide = useMediaQuery(WIDE)
  const close = () => onOpen(undefined)
  return (
    <FileDropZone kinds={MEDIA_KINDS} onFiles={uploads.add}>
      {(uploadButton) => (
        <AdminPage
          title={phrase('Media')}
          text={phrase(
            'The images, audio and video files of the newsroom. Drop or paste files anywhere on this screen.',
          )}
          actions={uploadButton}
        >
          <UnsavedChangesGuard isChanged={uploads.isBusy} />
          <UploadList uploads={uploads} onOpen={({ id }) => onOpen(id)} openLabel={phrase('Open')} />
          <LibraryFilters filter={filter} onChange={onFilter} />
          <div
            className={
              openId && isWide ? 'grid grid-cols-[minmax(0,1fr)_minmax(22rem,26rem)] items-start gap-4' : ''
            }
          >
            <FileGrid
              query={query}
              label={phrase('Files')}
              openId={openId}
              onPress={({ id }) => onOpen(id)}
              empty={
                hasLibraryFilter(filter) ? (
                  <EmptyState
                    title={phrase('No files found')}
                    text={phrase('Try other words or filters.')}
                    action={<Button onClick={onClearFilters}>{phrase('Clear Filters')}</Button>}
                  />
                ) : (
                  <EmptyState
                    title={phrase('No files yet')}
                    text={phrase('Files that are uploaded here or in the editor appear here.')}
                  />
                )
              }
            />
            {openId && isWide && <FilePanel key={openId} id={openId} onClose={close} />}
          </div>
          {openId && !isWide && (
            <Dialog title={phrase('File')} isOpen onClose={close}>
              <FileDetail key={openId} id={openId} onClose={close} />
            </Dialog>
          )}
        </AdminPage>
      )}
    </FileDropZone>
  )
}
