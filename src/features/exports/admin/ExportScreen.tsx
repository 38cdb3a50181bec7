import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { personQuery } from '#features/people/people.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import {
  EXPORT_FORMAT_NAMES,
  type ExportFormat,
  exportFormats,
  isFormatOfPerson,
} from '../rules/export-format.ts'
import { ExportList } from './ExportList.tsx'

/**
 * A plain form: the browser writes the response to a file as it arrives, however large it is.
 *
 * @param personId exports only the articles of this person
 */
export function ExportScreen({ personId }: { personId: string | undefined }) {
  const person = useQuery({ ...personQuery(personId ?? ''), enabled: personId !== undefined })
  const formats = EXPORT_FORMAT_NAMES.filter((name) => personId === undefined || isFormatOfPerson(name))
  const [chosen, setChosen] = useState<ExportFormat>(formats[0] ?? 'markdown')
  return (
    <AdminPage
      title={phrase('Export')}
      text={
        personId === undefined
          ? phrase(
              'Take the paper elsewhere, or keep a copy that other programs can read. Backups are separate: they also contain accounts and statistics.',
            )
          : phrase('The published articles of {name}.', {
              name: person.data?.form?.name ?? phrase('one person'),
            })
      }
    >
      <form method="post" action="/api/admin/export" className="flex max-w-2xl flex-col gap-5">
        {personId !== undefined && <input type="hidden" name="person" value={personId} />}
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-2 text-14 font-semibold">{phrase('Format')}</legend>
          {formats.map((name) => (
            <label
              key={name}
              className="flex cursor-pointer items-start gap-3 border border-rule p-3 has-checked:border-ink"
            >
              <input
                type="radio"
                name="format"
                value={name}
                checked={chosen === name}
                onChange={() => setChosen(name)}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="min-w-0">
                <span className="block text-14 font-semibold">{exportFormats()[name].label}</span>
                <span className="block text-13 text-muted">{exportFormats()[name].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen === 'masthead' && (
          <label className="flex cursor-pointer items-start gap-3">
            <input type="checkbox" name="subscribers" className="mt-0.5 size-4 shrink-0" />
            <span>
              <span className="block text-14 font-semibold">{phrase('Include newsletter subscribers')}</span>
              <span className="block text-13 text-muted">
                {phrase(
                  'Their names and email addresses. Keep the file safe, and delete it when it is no longer needed.',
                )}
              </span>
            </span>
          </label>
        )}
        <div>
          <Button type="submit" variant="primary">
            <Download aria-hidden size={16} />
            {phrase('Export')}
          </Button>
          <p className="pt-2 text-13 text-muted">
            {chosen === 'masthead'
              ? phrase('Accounts and passwords are not exported. Each export is recorded in the audit log.')
              : phrase(
                  'Drafts and withdrawn articles are not exported. Each export is recorded in the audit log.',
                )}
          </p>
        </div>
      </form>
      <ExportList />
    </AdminPage>
  )
}
