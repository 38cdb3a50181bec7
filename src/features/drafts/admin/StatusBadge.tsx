import { Badge } from '#ui/admin/Badge.tsx'
import { type DraftStatus, draftStatusLabels } from '../rules/draft-status.ts'

const TONES = {
  idea: 'plain',
  draft: 'plain',
  'in-review': 'caution',
  approved: 'good',
  scheduled: 'good',
  published: 'good',
  changed: 'caution',
  withdrawn: 'danger',
} as const

export function StatusBadge({ status }: { status: DraftStatus }) {
  return <Badge tone={TONES[status]}>{draftStatusLabels()[status]}</Badge>
}
