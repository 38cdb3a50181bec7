import { useQuery } from '@tanstack/react-query'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { revisionQuery } from '#features/drafts/drafts.functions.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { explainMissingApproval } from '#features/drafts/rules/draft-status.ts'
import { cancelScheduleFn } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { CORRECTION_LABELS } from '#kernel/newsroom-states.ts'
import { formatZonedTime } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { FormNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { isChanged } from './is-changed.ts'

const REVIEW_TEXTS = {
  submit: 'Submitted for review',
  approve: 'Approved',
  'request-changes': 'Changes requested',
}

const SCHEDULED_KINDS = { minor: 'a minor edit', update: 'an update', correction: 'a correction' }

export function DraftNotices({ stored, values }: { stored: Draft; values: ArticleForm }) {
  const { id, scheduled, failedPublication, review, withdrawal, status, actions } = stored
  const { data: revision } = useQuery({
    ...revisionQuery(id, scheduled?.revision ?? 0),
    enabled: scheduled !== null,
  })
  const { run, isBusy } = useDraftAction()
  if (!scheduled && !failedPublication && !review && !withdrawal) return null
  return (
    <div className="flex flex-col gap-2">
      {scheduled && (
        <FormNotice
          actions={
            <Button
              isBusy={isBusy}
              onClick={() =>
                run({
                  send: () => cancelScheduleFn({ data: { id } }),
                  success: 'Schedule cancelled',
                  failure: 'Failed to cancel the schedule',
                })
              }
            >
              Cancel Schedule
            </Button>
          }
        >
          Scheduled for {formatZonedTime(scheduled.plannedAt)}
          <ByName name={scheduled.by} />
          {scheduled.updateKind && `, as ${SCHEDULED_KINDS[scheduled.updateKind]}`}.
          {revision &&
            isChanged(values, revision.form) &&
            ' Changes made since are not part of it. Schedule again to include them.'}
          {failedPublication?.kind === 'publish' && (
            <p className="pt-1">
              {failedPublication.isBlocked ? (
                <>
                  <strong>Publication is blocked.</strong> {failedPublication.reasons.join(' ')}
                </>
              ) : (
                <>
                  <strong>Publication is late.</strong> The last attempt failed and will be retried.
                </>
              )}
            </p>
          )}
          {scheduled.correction && (
            <p className="pt-1 wrap-anywhere whitespace-pre-wrap">
              {CORRECTION_LABELS[scheduled.correction.kind]}: {scheduled.correction.text}
            </p>
          )}
        </FormNotice>
      )}
      {failedPublication?.isFinal && (
        <FormNotice isFailure>
          <strong>
            The scheduled {failedPublication.kind === 'publish' ? 'publication' : 'withdrawal'} failed.
          </strong>{' '}
          It was planned for {formatZonedTime(failedPublication.plannedAt)} and will not be tried again.{' '}
          {failedPublication.reasons.join(' ')}
        </FormNotice>
      )}
      {review && (
        <FormNotice>
          <p>
            <strong>{REVIEW_TEXTS[review.kind]}</strong>
            <ByName name={review.by} /> <Moment isPhrase at={review.at} />.
          </p>
          {review.note && <p className="pt-1 wrap-anywhere whitespace-pre-wrap">{review.note}</p>}
          {review.correction && (
            <p className="pt-1 wrap-anywhere whitespace-pre-wrap">
              {CORRECTION_LABELS[review.correction.kind]}: {review.correction.text}
            </p>
          )}
          <p className="empty:hidden">{explainMissingApproval(status, actions)}</p>
        </FormNotice>
      )}
      {withdrawal && (
        <FormNotice>
          <p>
            Withdrawn <Moment isPhrase at={withdrawal.at} />. Readers who open it see a page that says so.
          </p>
          {withdrawal.reason && <p className="pt-1 wrap-anywhere">Public reason: {withdrawal.reason}</p>}
        </FormNotice>
      )}
    </div>
  )
}
