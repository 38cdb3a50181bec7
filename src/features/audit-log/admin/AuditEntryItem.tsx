import { formatIpAddress } from '#features/accounts/rules/describe-session.ts'
import {
  COMMAND_LINE_EMAIL,
  FETCH_EMAIL,
  SCHEDULE_EMAIL,
  VISITOR_EMAIL,
} from '#features/audit/rules/audit-actions.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { describeAction } from '../rules/describe-audit.ts'
import type { AuditEntry } from '../server/audit-log.server.ts'

const ACTORS_WITHOUT_ACCOUNT: ReadonlySet<string> = new Set([
  COMMAND_LINE_EMAIL,
  FETCH_EMAIL,
  SCHEDULE_EMAIL,
  VISITOR_EMAIL,
])

export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const { at, actorEmail, actorName, action, subject, changes, address, count } = entry
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-rule px-4 py-3 text-14 last:border-b-0 lg:grid-cols-[8rem_12rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted tabular-nums">
        {formatDayAndTime(at)}
      </time>
      <p className="min-w-0">
        <bdi className="wrap-anywhere">{actorName?.trim() || actorEmail}</bdi>
        {actorName?.trim() && <span className="block text-13 wrap-anywhere text-muted">{actorEmail}</span>}
        {actorName === null && !ACTORS_WITHOUT_ACCOUNT.has(actorEmail) && (
          <span className="block text-13 text-muted">{phrase('Deleted account')}</span>
        )}
      </p>
      <div className="min-w-0">
        <p className="font-semibold">
          {describeAction(action)}
          {count > 1 && (
            <span className="font-normal text-muted"> {phrase('({count} times that day)', { count })}</span>
          )}
        </p>
        {subject && (
          <p dir="auto" className="line-clamp-3 text-left wrap-anywhere">
            {subject}
          </p>
        )}
        {address && (
          <p className="text-13 wrap-anywhere text-muted">
            {phrase('IP address {address}', { address: formatIpAddress(address) })}
          </p>
        )}
        {changes.length > 0 && (
          <details className="pt-1">
            <summary className="w-fit cursor-pointer text-13 font-semibold text-muted hover:text-ink pointer-coarse:py-2">
              {plural(changes.length, '{count} change', '{count} changes')}
              <span className="sr-only">
                {' '}
                {phrase('in {subject}', { subject: subject || describeAction(action) })}
              </span>
            </summary>
            <dl className="flex flex-col gap-3 pt-2">
              {changes.map(({ name, from, to }) => (
                <div key={name}>
                  <dt className="text-13 font-semibold">{name}</dt>
                  <Value label={phrase('Before')} text={from} />
                  <Value label={phrase('After')} text={to} />
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  )
}

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <dd className="flex gap-2 pt-1 text-13">
      <span className="w-12 shrink-0 text-muted">{label}</span>
      {text === null ? (
        <span className="text-muted">{phrase('Nothing')}</span>
      ) : (
        <span dir="auto" className="min-w-0 flex-1 bg-wash px-2 whitespace-pre-wrap wrap-anywhere">
          {text}
        </span>
      )}
    </dd>
  )
}
