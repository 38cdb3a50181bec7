import { Badge } from '#ui/admin/Badge.tsx'
import { DRAFT_STATUS_LABELS, type DraftStatus } from '../rules/draft-status.ts'

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
  return <Badge tone={TONES[status]}>{DRAFT_STATUS_LABELS[status]}</Badge>
}
