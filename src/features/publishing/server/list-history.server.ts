import { sql } from 'drizzle-orm'
import type { DraftActor } from '#features/drafts/server/require-draft-access.server.ts'
import { requireReadableDraft } from '#features/drafts/server/revisions.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { HistoryEvent } from '../rules/history.ts'

/** In characters; a batch of steps may have many more. */
const MAX_LOST_LENGTH = 10_000

/**
 * Lists who submitted, approved, scheduled, published, withdrew and deleted an article, newest first, from reviews,
 * publications, named revisions, the audit log, and steps whose words were lost.
 *
 * @throws ForbiddenError
 */
export async function listHistory(
  db: Db,
  by: DraftActor,
  { id, limit }: { id: string; limit: number },
): Promise<{ events: HistoryEvent[]; hasMore: boolean }> {
  await requireReadableDraft(db, by, id)
  const { rows } = await db.execute<HistoryEvent>(sql`
    with done as (
      select p.*, r.kind as revision_kind, lag(p.kind) over (order by p.seq) as previous
      from publications p left join revisions r on r.article_id = p.article_id and r.number = p.revision
      where p.article_id = ${id} and p.state = 'done'
    ), events as (
      select 'created' as key, 'create' as kind, created_at as at, created_by as by, null as email, '' as note,
        null::int as revision, null::timestamptz as planned_at, null::uuid as approved_by, null as correction_kind, null as assignee
      from drafts where id = ${id} and created_by is not null
      union all
      select 'words ' || version, 'lose', at, by, null, left(lost, ${MAX_LOST_LENGTH}), null, null, null, null, null
      from draft_steps where draft_id = ${id} and lost is not null
      union all
      select 'revision ' || number, case kind when 'restore' then 'restore-revision' else 'save' end, at, by, null, note,
        number, null, null, null, null
      from revisions where article_id = ${id} and (kind = 'restore' or (kind = 'save' and note <> ''))
      union all
      select 'review ' || id, kind, at, by, null, note, revision, null, null, null, null from reviews where article_id = ${id}
      union all
      select 'publication ' || id,
        case when kind = 'withdraw' then 'withdraw' when revision_kind = 'import' then 'import' when previous is null then 'publish'
          when previous = 'withdraw' then 'republish' else 'update' end,
        finished_at, by, null, reason, revision, case when planned_at > created_at then planned_at end, approved_by, correction_kind, null
      from done
      union all
      select 'failure ' || id, case kind when 'withdraw' then 'fail-withdrawal' else 'fail' end, coalesce(next_attempt_at, planned_at), by, null, coalesce(failure, ''), revision, planned_at, null,
        null, null
      from publications where article_id = ${id} and state = 'failed'
      union all
      select 'audit ' || id, split_part(action, '.', 2), at, actor_id, actor_email, '', null,
        case when action in ('article.schedule', 'article.schedule-withdrawal') then (changes #>> '{plannedAt,to}')::timestamptz end, null, null,
        changes #>> '{assignee,to}'
      from audit_log
      where subject_id = ${id} and action in ('article.assign', 'article.schedule', 'article.unschedule', 'article.schedule-withdrawal',
        'article.unschedule-withdrawal', 'article.delete', 'article.restore')
    )
    select events.key, events.kind, ${isoInstant('events.at')} as at, coalesce(person.full_name, events.email) as by, events.note,
      events.revision, ${isoInstant('events.planned_at')} as "plannedAt", approver.full_name as "approvedBy",
      events.correction_kind as "correctionKind", events.assignee
    from events
    left join users person on person.id = events.by
    left join users approver on approver.id = events.approved_by
    order by events.at desc, events.key desc limit ${limit + 1}`)
  return { events: rows.slice(0, limit), hasMore: rows.length > limit }
}

function isoInstant(column: 'events.at' | 'events.planned_at') {
  return sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
