import { useQuery } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { importsFailure, importsQuery } from '../imports.functions.ts'
import { ImportPanel } from './ImportPanel.tsx'
import { UploadExport } from './UploadExport.tsx'

export function ImportScreen() {
  const query = useQuery(importsQuery)
  return (
    <AdminPage
      title={phrase('Import')}
      text={phrase(
        'Move a paper here from WordPress, Ghost, Substack or Medium, or from Markdown files. The export is checked first; nothing changes until you start the import.',
      )}
      actions={<UploadExport />}
    >
      <LoadState query={query} failure={importsFailure()}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title={phrase('No imports yet')}
              text={phrase(
                'Choose the file that the other system exports, or a zip archive with it and the folder of its images. Files larger than 4 GB, and folders, are imported on the server: masthead import FILE.',
              )}
            />
          ) : (
            <ul aria-label={phrase('Imports')} className="flex flex-col gap-4">
              {rows.map((row) => (
                <li key={row.id}>
                  <ImportPanel row={row} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </AdminPage>
  )
}
