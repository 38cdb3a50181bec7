import { Dialog } from '#ui/office/Dialog.tsx'
import type { AdminArticle } from '../server/read-list-entries.server.ts'
import { AssignmentPanel } from './AssignmentPanel.tsx'

/** Assigns an article of the list. */
export function AssignmentDialog({ article, onClose }: { article: AdminArticle; onClose: () => void }) {
  return (
    <Dialog title={`Assign “${article.title}”`} isOpen onClose={onClose}>
      <AssignmentPanel id={article.id} onSaved={onClose} />
    </Dialog>
  )
}
