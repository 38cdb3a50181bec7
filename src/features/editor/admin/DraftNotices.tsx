import { useQuery } from '@tanstack/react-query'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { revisionQuery } from '#features/drafts/drafts.functions.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { explainMissingApproval } from '#features/drafts/rules/draft-status.ts'
import { correctionLabels, reviewLabels } from '#features/drafts/rules/publish-labels.ts'
import { cancelScheduleFn } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { formatZonedTime } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { FormNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { isChanged } from './is-changed.ts'

const scheduledKinds = () => ({
  minor: phrase('as a minor edit'),
  update: phrase('as an update'),
  correction: phrase('as a correction'),
})

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
                  success: phrase('Schedule cancelled'),
                  failure: phrase('Failed to cancel the schedule'),
                })
              }
            >
              {phrase('Cancel Schedule')}
            </Button>
          }
        >
          {phrase('Scheduled for {time}', { time: formatZonedTime(scheduled.plannedAt) })}
          <ByName name={scheduled.by} />
          {scheduled.updateKind && `, ${scheduledKinds()[scheduled.updateKind]}`}.{' '}
          {revision &&
            isChanged(values, revision.form) &&
            phrase('Changes made since are not part of it. Schedule again to include them.')}
          {failedPublication?.kind === 'publish' && (
            <p className="pt-1">
              {failedPublication.isBlocked ? (
                <>
                  <strong>{phrase('Publication is blocked.')}</strong> {failedPublication.reasons.join(' ')}
                </>
              ) : (
                <>
                  <strong>{phrase('Publication is late.')}</strong>{' '}
                  {phrase('The last attempt failed and will be retried.')}
                </>
              )}
            </p>
          )}
          {scheduled.correction && (
            <p className="pt-1 wrap-anywhere whitespace-pre-wrap">
              {correctionLabels()[scheduled.correction.kind]}: {scheduled.correction.text}
            </p>
          )}
        </FormNotice>
      )}
      {failedPublication?.isFinal && (
        <FormNotice isFailure>
          <strong>
            {failedPublication.kind === 'publish'
              ? phrase('The scheduled publication failed.')
              : phrase('The scheduled withdrawal failed.')}
          </strong>{' '}
          {phrase('It was planned for {time} and will not be tried again.', {
            time: formatZonedTime(failedPublication.plannedAt),
          })}{' '}
          {failedPublication.reasons.join(' ')}
        </FormNotice>
      )}
      {review && (
        <FormNotice>
          <p>
            <strong>{reviewLabels()[review.kind]}</strong>
            <ByName name={review.by} /> <Moment isPhrase at={review.at} />.
          </p>
          {review.note && <p className="pt-1 wrap-anywhere whitespace-pre-wrap">{review.note}</p>}
          {review.correction && (
            <p className="pt-1 wrap-anywhere whitespace-pre-wrap">
              {correctionLabels()[review.correction.kind]}: {review.correction.text}
            </p>
          )}
          <p className="empty:hidden">{explainMissingApproval(status, actions)}</p>
        </FormNotice>
      )}
      {withdrawal && (
        <FormNotice>
          <p>
            {phraseParts('Withdrawn {time}. Readers who open it see a page that says so.', {
              time: <Moment key="time" isPhrase at={withdrawal.at} />,
            })}
          </p>
          {withdrawal.reason && (
            <p className="pt-1 wrap-anywhere">
              {phrase('Public reason: {reason}', { reason: withdrawal.reason })}
            </p>
          )}
        </FormNotice>
      )}
    </div>
  )
}
