import { Link } from '@tanstack/react-router'
import { formatNumber } from '#kernel/format-count.ts'
import type { ImportedKind, ImportResult } from '#kernel/import-states.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { kindLabels, resultLabels } from '../rules/describe-report.ts'
import { MISSING_CATEGORIES, type ReportedItems, type ReportedLoss } from '../rules/import-report.ts'
import type { NotedItem } from '../server/import-ledger.server.ts'

type Row = {
  kind: ImportedKind
  results: Partial<Record<ImportResult, { count: number; examples: string[] }>>
}

/** @param props.isPlanned the counts are those of a dry run, with examples */
export function ItemCounts({ items, isPlanned = false }: { items: ReportedItems; isPlanned?: boolean }) {
  const rows = (Object.keys(kindLabels()) as ImportedKind[]).flatMap((kind) => {
    const results = items[kind]
    return results ? [{ kind, results }] : []
  })
  const used = (Object.keys(resultLabels()) as ImportResult[]).filter((result) =>
    rows.some(({ results }) => results[result]),
  )
  if (rows.length === 0) return null
  return (
    <Table
      caption={isPlanned ? phrase('What the import would do') : phrase('What the import has done')}
      columns={columns(used, isPlanned)}
      rows={rows}
      keyOf={({ kind }) => kind}
    />
  )
}

function columns(used: readonly ImportResult[], isPlanned: boolean): Column<Row>[] {
  return [
    {
      name: 'kind',
      label: phrase('Kind'),
      cell: ({ kind, results }) => (
        <>
          <span className="block font-semibold">{kindLabels()[kind]}</span>
          {isPlanned && (
            <bdi className="block text-13 wrap-anywhere text-muted">
              {Object.values(results)
                .flatMap(({ examples }) => examples)
                .slice(0, 3)
                .join(' · ')}
            </bdi>
          )}
        </>
      ),
    },
    ...used.map((result) => ({
      name: result,
      label: resultLabels()[result],
      isNumeric: true,
      cell: ({ results }: Row) => formatNumber(results[result]?.count ?? 0),
    })),
  ]
}

export function Losses({ losses }: { losses: readonly ReportedLoss[] }) {
  if (losses.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-14 font-semibold">
        {phrase('Not imported, or changed ({count})', { count: losses.length })}
      </summary>
      <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto pt-2 text-14">
        {losses.map(({ what, count, examples }) => (
          <li key={what} className="border-s-3 border-rule ps-3">
            <span className="inline-block first-letter:uppercase">{what}</span>: {formatNumber(count)}
            {examples.map((example) => (
              <bdi key={example} className="block text-13 wrap-anywhere text-muted">
                {example}
              </bdi>
            ))}
            {what === MISSING_CATEGORIES && (
              <span className="block text-13">
                {phraseParts('{link} to keep them, then check the export again.', {
                  link: (
                    <Link key="link" to="/admin/categories" className="underline underline-offset-2">
                      {phrase('Add them first')}
                    </Link>
                  ),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

export function NotedItems({ items }: { items: readonly NotedItem[] }) {
  if (items.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-14 font-semibold">
        {phrase('To review ({count})', { count: items.length })}
      </summary>
      <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto pt-2 text-14">
        {items.map(({ kind, title, ourId, notes }) => (
          <li key={`${kind} ${title} ${ourId}`} className="border-s-3 border-rule ps-3">
            {kind === 'article' && ourId ? (
              <Link to="/admin/articles" search={{ article: ourId }} className="underline underline-offset-2">
                <bdi>{title}</bdi>
              </Link>
            ) : (
              <bdi className="wrap-anywhere">{title}</bdi>
            )}
            <span className="block text-13 wrap-anywhere text-muted">{notes.join(' ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
