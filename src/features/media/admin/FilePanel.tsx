import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { formatBytes } from '#kernel/format-bytes.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ByName } from '#ui/admin/ByName.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { fileFailure, libraryFileQuery } from '../media.functions.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { formatDuration } from '../rules/media-kind.ts'
import { DeleteFileButton } from './DeleteFileButton.tsx'
import { FileForm } from './FileForm.tsx'
import { FileBadges, fileTitle } from './FileTile.tsx'
import { FileUsesList } from './FileUsesList.tsx'
import { ReplaceFileButton } from './ReplaceFileButton.tsx'

type Props = { id: string; onClose: () => void }

/** The details of a file. */
export function FilePanel({ id, onClose }: Props) {
  return (
    <section
      aria-label={phrase('File')}
      className="sheet sticky top-2 flex max-h-[calc(100dvh-1rem)] min-w-0 flex-col"
    >
      <header className="flex items-center justify-between gap-2 border-b border-rule ps-4 pe-1">
        <h2 className="my-3 text-16 font-semibold">{phrase('File')}</h2>
        <button
          type="button"
          aria-label={phrase('Close')}
          onClick={onClose}
          className="admin-icon-button shrink-0"
        >
          <X aria-hidden size={18} />
        </button>
      </header>
      <div className="min-h-0 overflow-y-auto p-4">
        <FileDetail id={id} onClose={onClose} />
      </div>
    </section>
  )
}

/** The content of the panel, and of the dialog that replaces it in narrow windows. */
export function FileDetail({ id, onClose }: Props) {
  const query = useQuery(libraryFileQuery(id))
  return (
    <LoadState query={query} failure={fileFailure()}>
      {(file) =>
        file ? (
          <div key={id} className="flex flex-col gap-5">
            <FileForm file={file} />
            <FileUsesList uses={file.uses} hidden={file.hidden} />
            <FileFacts file={file} />
            <div className="flex flex-wrap gap-2">
              <ReplaceFileButton file={file} />
              <DeleteFileButton file={file} onDeleted={onClose} />
            </div>
          </div>
        ) : (
          <p className="text-14 text-muted">{phrase('The file no longer exists.')}</p>
        )
      }
    </LoadState>
  )
}

function FileFacts({ file }: { file: LibraryFile }) {
  const { name, width, height, duration, bytes, takenAt, uploadedBy, createdAt } = file
  return (
    <section aria-labelledby="file-facts" className="flex flex-col gap-2">
      <h3 id="file-facts" className="text-13 font-semibold">
        {phrase('Details')}
      </h3>
      <FileBadges file={file} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 [&_dt]:text-muted">
        <dt>{phrase('Name')}</dt>
        <dd className="wrap-anywhere">
          <bdi>{fileTitle(name)}</bdi>
        </dd>
        <dt>{phrase('Size')}</dt>
        <dd>
          {[
            width > 0 && phrase('{width} × {height} pixels', { width, height }),
            formatDuration(duration),
            formatBytes(bytes),
          ]
            .filter(Boolean)
            .join(', ')}
        </dd>
        {takenAt && (
          <>
            <dt>{phrase('Taken')}</dt>
            <dd>
              <Moment at={takenAt} />
            </dd>
          </>
        )}
        <dt>{phrase('Uploaded')}</dt>
        <dd className="wrap-anywhere">
          <Moment at={createdAt} />
          {uploadedBy && <ByName name={uploadedBy.name} />}
        </dd>
      </dl>
    </section>
  )
}
