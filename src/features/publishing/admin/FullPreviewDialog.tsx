import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { PreviewDialog } from '#ui/admin/dialogs/PreviewDialog.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'

const widths = () => [
  { name: phrase('Phone'), width: '23.5rem' },
  { name: phrase('Tablet'), width: '48rem' },
  { name: phrase('Full width'), width: '100%' },
]

type Props = { form: ArticleForm; id?: string | undefined; onClose: () => void }

/** The preview on the whole window, at the width of a phone, a tablet or the window. */
export function FullPreviewDialog({ form, id, onClose }: Props) {
  return (
    <PreviewDialog title={phrase('Preview')} widths={widths()} initialWidth="100%" onClose={onClose}>
      {(width) => (
        <div className="mx-auto flex min-h-0 max-w-full flex-1" style={{ width }}>
          <PreviewFrame title={phrase('Preview of the article')} form={form} id={id} isFilling />
        </div>
      )}
    </PreviewDialog>
  )
}
