import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { IMAGE_FAILURE, imageQuery } from '../media.functions.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { formatDuration } from '../rules/media-kind.ts'
import { DeleteImageButton } from './DeleteImageButton.tsx'
import { ImageForm } from './ImageForm.tsx'
import { fileTitle, ImageBadges } from './ImageTile.tsx'
import { ImageUsesList } from './ImageUsesList.tsx'
import { ReplaceFileButton } from './ReplaceFileButton.tsx'

type Props = { id: string; onClose: () => void }

/** The details of a file. */
export function ImagePanel({ id, onClose }: Props) {
  return (
    <section aria-label="File" className="sheet sticky top-2 flex max-h-[calc(100dvh-1rem)] min-w-0 flex-col">
      <header className="flex items-center justify-between gap-2 border-b border-rule ps-4 pe-1">
        <h2 className="my-3 text-16 font-semibold">File</h2>
        <button type="button" aria-label="Close" onClick={onClose} className="admin-icon-button shrink-0">
          <X aria-hidden size={18} />
        </button>
      </header>
      <div className="min-h-0 overflow-y-auto p-4">
        <ImageDetail id={id} onClose={onClose} />
      </div>
    </section>
  )
}

/** The content of the panel, and of the dialog that replaces it in narrow windows. */
export function ImageDetail({ id, onClose }: Props) {
  const query = useQuery(imageQuery(id))
  return (
    <LoadState query={query} failure={IMAGE_FAILURE}>
      {(image) =>
        image ? (
          <div key={id} className="flex flex-col gap-5">
            <ImageForm image={image} />
            <ImageUsesList uses={image.uses} hidden={image.hidden} />
            <FileFacts image={image} />
            <div className="flex flex-wrap gap-2">
              <ReplaceFileButton image={image} />
              <DeleteImageButton image={image} onDeleted={onClose} />
            </div>
          </div>
        ) : (
          <p className="text-14 text-muted">The file no longer exists.</p>
        )
      }
    </LoadState>
  )
}

function FileFacts({ image }: { image: LibraryFile }) {
  const { name, width, height, duration, bytes, takenAt, uploadedBy, createdAt } = image
  return (
    <section aria-labelledby="file-facts" className="flex flex-col gap-2">
      <h3 id="file-facts" className="text-13 font-semibold">
        Details
      </h3>
      <ImageBadges image={image} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 [&_dt]:text-muted">
        <dt>Name</dt>
        <dd className="wrap-anywhere">
          <bdi>{fileTitle(name)}</bdi>
        </dd>
        <dt>Size</dt>
        <dd>
          {[
            width > 0 && `${formatNumber(width)} × ${formatNumber(height)} pixels`,
            formatDuration(duration),
            formatBytes(bytes),
          ]
            .filter(Boolean)
            .join(', ')}
        </dd>
        {takenAt && (
          <>
            <dt>Taken</dt>
            <dd>
              <Moment at={takenAt} />
            </dd>
          </>
        )}
        <dt>Uploaded</dt>
        <dd className="wrap-anywhere">
          <Moment at={createdAt} />
          {uploadedBy && (
            <>
              {' '}
              by <bdi>{uploadedBy.name}</bdi>
            </>
          )}
        </dd>
      </dl>
    </section>
  )
}
