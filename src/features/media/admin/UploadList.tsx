import { RotateCcw, X } from 'lucide-react'
import { formatBytes } from '#kernel/format-bytes.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { imageAddress, type LibraryFile } from '../rules/library-file.ts'
import { fileTitle } from './FileTile.tsx'
import type { FileUploads, Upload } from './useFileUploads.ts'

type Props = {
  uploads: FileUploads
  /** Shows or chooses an image that is similar to an uploaded one. */
  onOpen: (image: LibraryFile) => void
  openLabel: string
}

/** The uploads of this screen, each with its progress. */
export function UploadList({ uploads, onOpen, openLabel }: Props) {
  if (uploads.uploads.length === 0) return null
  const count = (wanted: Upload['state']) => uploads.uploads.filter(({ state }) => state === wanted).length
  const failed = count('failed')
  const totals = { done: count('done'), total: uploads.uploads.length }
  const failedFirst = uploads.uploads.toSorted(
    (a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'),
  )
  return (
    <section aria-label={phrase('Uploads')} className="sheet">
      <div className="flex items-center justify-between gap-2 border-b border-rule ps-3 pe-1">
        <p role="status" className="py-2 text-13 font-semibold">
          {uploads.isBusy
            ? phrase('Uploading {done} of {total}', totals)
            : phrase('Uploaded {done} of {total}', totals)}
          {failed > 0 && (
            <>
              , <span className="text-danger">{phrase('{count} failed', { count: failed })}</span>
            </>
          )}
        </p>
        {!uploads.isBusy && (
          <button
            type="button"
            aria-label={phrase('Close the list of uploads')}
            onClick={uploads.clear}
            className="admin-icon-button"
          >
            <X aria-hidden size={16} />
          </button>
        )}
      </div>
      <ul className="max-h-72 divide-y divide-rule overflow-y-auto">
        {failedFirst.map((upload) => (
          <li key={upload.id} className="flex flex-col gap-1 px-3 py-2">
            <div className="flex items-center justify-between gap-3">
              <p className="min-w-0 truncate text-13">
                <bdi>{upload.file.name}</bdi>{' '}
                <span className="text-muted">{formatBytes(upload.file.size)}</span>
              </p>
              <UploadActions upload={upload} uploads={uploads} />
            </div>
            <UploadState upload={upload} />
            {upload.state === 'done' && upload.similar.length > 0 && (
              <SimilarImages images={upload.similar} onOpen={onOpen} openLabel={openLabel} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadActions({ upload, uploads }: { upload: Upload; uploads: FileUploads }) {
  const { id, file, state } = upload
  if (state === 'done') return <span className="shrink-0 text-13 text-good">{phrase('Uploaded')}</span>
  return (
    <span className="flex shrink-0">
      {state === 'failed' && upload.canRetry && (
        <Button aria-label={phrase('Retry {name}', { name: file.name })} onClick={() => uploads.retry(id)}>
          <RotateCcw aria-hidden size={16} />
          {phrase('Retry')}
        </Button>
      )}
      <button
        type="button"
        aria-label={
          state === 'failed'
            ? phrase('Remove {name} from the list', { name: file.name })
            : phrase('Cancel {name}', { name: file.name })
        }
        onClick={() => uploads.remove(id)}
        className="admin-icon-button"
      >
        <X aria-hidden size={16} />
      </button>
    </span>
  )
}

function UploadState({ upload }: { upload: Upload }) {
  if (upload.state === 'failed')
    return (
      <p role="alert" className="text-13 font-semibold text-danger">
        {upload.reason}
      </p>
    )
  if (upload.state === 'waiting') return <p className="text-13 text-muted">{phrase('Waiting…')}</p>
  if (upload.state !== 'sending') return null
  const { progress, isOffline } = upload
  return (
    <>
      <progress
        aria-label={phrase('Upload of {name}', { name: upload.file.name })}
        max={1}
        {...(progress < 1 && { value: progress })}
        className="h-1.5 w-full accent-ink"
      />
      {isOffline && (
        <p role="status" className="text-13 text-muted">
          {phrase('No connection. The upload continues when you are online again.')}
        </p>
      )}
    </>
  )
}

type SimilarProps = { images: LibraryFile[]; onOpen: (image: LibraryFile) => void; openLabel: string }

function SimilarImages({ images, onOpen, openLabel }: SimilarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <p className="basis-full text-13">
        {images.length === 1
          ? phrase('Looks like an image in the library:')
          : phrase('Looks like images in the library:')}
      </p>
      {images.map((image) => (
        <button
          key={image.id}
          type="button"
          aria-label={`${openLabel} ${fileTitle(image.name)}`}
          title={fileTitle(image.name)}
          onClick={() => onOpen(image)}
          className="size-16 cursor-pointer border border-rule bg-wash hover:border-ink"
        >
          <img
            src={imageAddress(image, 160)}
            alt=""
            width={62}
            height={62}
            className="size-full object-contain"
          />
        </button>
      ))}
    </div>
  )
}
